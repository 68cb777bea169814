"""Settings of the site, read from the environment; docs/operations.md lists every variable.

With none set, this is a safe site for one machine: SQLite, one process, no debug pages, plain HTTP on localhost.
"""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import Any

import django_stubs_ext
import structlog
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from accounts.names import MIN_LENGTH
from ronda_site import secret_key, social
from ronda_site.environment import Environment, SettingsError

# Lets `ModelAdmin[User]` and the like, which the type checker asks for, be written where Django has no such form.
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent

env = Environment()

# What the site writes: the SQLite database and the collected static files.
VAR_DIR = Path(env.str("RONDA_VAR_DIR", default=str(BASE_DIR / "var")))

# --- Security ---------------------------------------------------------------------------------------------------------

DEBUG = env.switch("RONDA_DEBUG", default=False)
HTTPS = env.switch("RONDA_HTTPS", default=False)
if HTTPS:
    # Without these the site would start with an empty database and a new key, and look healthy.
    needed = ["DATABASE_URL", "RONDA_SECRET_KEY", "RONDA_ALLOWED_HOSTS"]
    env.require(needed, reason="RONDA_HTTPS=1 means a public site")
    if DEBUG:
        raise SettingsError("RONDA_DEBUG=1 shows everyone the settings and the code; it cannot go with RONDA_HTTPS=1.")

SECRET_KEY = env.str("RONDA_SECRET_KEY", default="") or secret_key.read_or_create(secret_key.default_path())
# Keys that were replaced: sessions signed with them stay valid until they are removed from this list.
SECRET_KEY_FALLBACKS = env.list("RONDA_SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("RONDA_ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("RONDA_CSRF_TRUSTED_ORIGINS", default=[])

# Behind a proxy that ends TLS. The proxy must set X-Forwarded-Proto itself, whatever the client sent.
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = env.number("RONDA_HSTS_SECONDS", default=31_536_000) if HTTPS else 0
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True  # scripts take the token from their page
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SILENCED_SYSTEM_CHECKS = [
    # Whether other subdomains are served over TLS, and whether browsers should carry the name in their preload list,
    # is for the owner of the domain to say, not for one site on it.
    "security.W005",
    "security.W021",
]

# Where people may sign in by an account elsewhere.
SOCIALACCOUNT_PROVIDERS = social.read_providers(env)

# No inline script and no inline style anywhere. Same-origin WebSockets are within 'self' in every current browser.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "media-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF, *(social.PAGES[name] for name in SOCIALACCOUNT_PROVIDERS)],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# --- The site's parts -------------------------------------------------------------------------------------------------

METRICS = env.switch("RONDA_METRICS", default=False)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",  # for allauth's pages
    "accounts",
    "games",
    "channels",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "allauth.socialaccount",
    *(f"allauth.socialaccount.providers.{name}" for name in SOCIALACCOUNT_PROVIDERS),
    "csp",
    "django_structlog",
    *(["django_prometheus"] if METRICS else []),
]

MIDDLEWARE = [
    "ronda_site.health.probe_middleware",  # for machines; before all that looks at hosts and people
    *(["django_prometheus.middleware.PrometheusBeforeMiddleware"] if METRICS else []),
    "ronda_site.static_files.static_files",  # before all that runs in threads
    "ronda_site.request_log.RequestLog",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "ronda_site.privacy.private_pages_middleware",
    "games.api.edge.edge_middleware",  # before whatever reads cookies
    "ronda_site.unavailable.OutageMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.standing.standing_middleware",  # before guests are put aside, who can be kept out too
    "accounts.guests.guest_middleware",
    "accounts.traces.device_middleware",
    *(["django_prometheus.middleware.PrometheusAfterMiddleware"] if METRICS else []),
]

ROOT_URLCONF = "ronda_site.urls"
ASGI_APPLICATION = "ronda_site.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.mail",
            ],
        },
    },
]

# --- Database ---------------------------------------------------------------------------------------------------------

DATABASES: dict[str, dict[str, Any]] = {
    "default": env.db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'ronda.sqlite3'}"),
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    DATABASES["default"]["ENGINE"] = "ronda_site.sqlite"  # in which threads take turns to write
    DATABASES["default"]["OPTIONS"] = {
        # A transaction that reads before it writes must hold the write lock from its start: a later upgrade fails at
        # once when another has written meanwhile, however long the busy timeout (in seconds) is.
        "transaction_mode": "IMMEDIATE",
        "timeout": 30,
        # WAL lets readers go on while one writes. In WAL mode, FULL waits for the disk at each commit, so that a move
        # that was acknowledged survives not only a killed process but a power cut. NORMAL would lose the last ones.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
else:
    # Reconnecting for every request or move costs half the throughput; a connection found broken is replaced.
    DATABASES["default"]["CONN_MAX_AGE"] = None
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # A server that cannot be reached at all must not hold a thread for minutes.
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 3)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# How many threads of a process commit moves at the same time. One gathers the largest batches and has the lock of the
# interpreter to share with the loop alone; more pay where a commit takes long, as on a database that is far away.
# SQLite has one writer, whatever this says.
RONDA_WRITERS = env.number("RONDA_WRITERS", default=1, least=1)

# --- Channel layer and cache ------------------------------------------------------------------------------------------

# Without Redis the site is one process, and its own memory is shared by all there is. The default cache is for counters
# alone (rate limits, lockouts, idempotency keys): nothing that could fill it belongs there.
REDIS_URL = env.str("RONDA_REDIS_URL", default="")
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
CACHES: dict[str, dict[str, Any]] = {"default": {"BACKEND": "ronda_site.counters.MemoryCounters"}}
if REDIS_URL:
    CHANNEL_LAYERS["default"] = {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL]},
    }
    CACHES["default"] = {
        "BACKEND": "ronda_site.counters.SharedCounters",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "ronda",
    }

# Pictures of matches and players have a bounded store in each process: they can be drawn again, and push out nothing.
CACHES["pictures"] = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "LOCATION": "pictures",
    "TIMEOUT": 86_400,
    "OPTIONS": {"MAX_ENTRIES": 50},  # of about 75 kB
}

# --- Matches ----------------------------------------------------------------------------------------------------------

# Seconds before the server itself moves: a bot, and a call that a player leaves to it; the same whatever the hand.
RONDA_BOT_DELAY = env.number("RONDA_BOT_DELAY", default=1.0)
RONDA_CALL_DELAY = env.number("RONDA_CALL_DELAY", default=1.5)

# Seconds without a page at a table before a player counts as away; loading a page again must fit in.
RONDA_AWAY_DELAY = env.number("RONDA_AWAY_DELAY", default=5.0)

# Frames a second that one account may send over all its sockets, and one address; three times as many at once.
RONDA_FRAME_RATE = env.number("RONDA_FRAME_RATE", default=10.0)
RONDA_ADDRESS_FRAME_RATE = env.number("RONDA_ADDRESS_FRAME_RATE", default=200.0)

# Sockets that one account, and one address, may have open.
RONDA_SOCKETS = env.number("RONDA_SOCKETS", default=20)
RONDA_ADDRESS_SOCKETS = env.number("RONDA_ADDRESS_SOCKETS", default=300)

# Requests a second that one address may make, static files aside (ten times as many); ten times as many at once.
RONDA_REQUEST_RATE = env.number("RONDA_REQUEST_RATE", default=30.0)

# Seconds within which a whole request has to arrive, and for which daphne keeps a connection that is not used.
RONDA_REQUEST_SECONDS = env.number("RONDA_REQUEST_SECONDS", default=60.0)

# Pictures of matches and players that one address may ask for in a minute.
RONDA_PICTURE_RATE = env.number("RONDA_PICTURE_RATE", default=60)

# --- Accounts ---------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# Mail is written to the log where no server is named, and then no address is asked to prove itself.
EMAIL_URL = env.str("EMAIL_URL", default="")
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
if EMAIL_URL:
    vars().update(env.email_url("EMAIL_URL"))
DEFAULT_FROM_EMAIL = env.str("RONDA_FROM_EMAIL", default="ronda@localhost")

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "add_email": "accounts.forms.AddressForm",
    "change_email": "accounts.forms.OtherAddressForm",
    "confirm_email_verification_code": "accounts.forms.CodeForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_USERNAME_MIN_LENGTH = MIN_LENGTH
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*" if EMAIL_URL else "email", "password1*"]
# Which addresses have an account is told to nobody but their owners: accounts may share one until it is verified.
ACCOUNT_PREVENT_ENUMERATION = "strict"
# By a code that is typed in where one signed up: a link may be opened in another browser, where no guest's matches are.
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if EMAIL_URL else "none"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = bool(EMAIL_URL)
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_NOTIFICATIONS = bool(EMAIL_URL)
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Ronda] "
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_RATE_LIMITS = {
    # A guest is made at the first click, with nothing asked; allauth counts this with its other limits.
    "guest": env.str("RONDA_GUEST_RATE", default="30/h/ip"),
    # Wrong codes of a second factor, beside allauth's five in five minutes: these alone would let who has the password
    # guess one of the three codes that are good at a time within some months.
    "second_factor": "50/d/key",
}

# Requests to the API that one address, or one account with tokens, may make in a minute; moves of a bot count apart.
RONDA_API_RATE = env.number("RONDA_API_RATE", default=60)
RONDA_API_TOKEN_RATE = env.number("RONDA_API_TOKEN_RATE", default=300)
RONDA_API_MOVE_RATE = env.number("RONDA_API_MOVE_RATE", default=1200)

MFA_FORMS = {
    "authenticate": "accounts.second_factor.AuthenticateForm",
    "reauthenticate": "accounts.second_factor.ReauthenticateForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Ronda"
MFA_TOTP_TOLERANCE = 1  # phones' clocks are off by some seconds
MFA_ALLOW_UNVERIFIED_EMAIL = not EMAIL_URL
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # browsers themselves allow only localhost then

SOCIALACCOUNT_ADAPTER = "accounts.adapter.SocialAdapter"
SOCIALACCOUNT_FORMS = {"signup": "accounts.forms.SocialSignupForm"}
SOCIALACCOUNT_AUTO_SIGNUP = False  # everybody chooses their name

# How many proxies stand in front and append to X-Forwarded-For: log-in limits count by the client's address.
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("RONDA_PROXIES", default=1 if HTTPS else 0)

# --- Language and time ------------------------------------------------------------------------------------------------

USE_I18N = True
LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = ["ronda_site.formats"]
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files -----------------------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "ronda_site.static_files.ManifestStorage"},
}
WHITENOISE_ALLOW_ALL_ORIGINS = False

# --- Logs -------------------------------------------------------------------------------------------------------------

LOG_LEVEL = env.str("RONDA_LOG_LEVEL", default="INFO")
_processors: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]
_renderers: list[Any] = (
    [structlog.dev.ConsoleRenderer()]
    if sys.stderr.isatty()
    else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
)
structlog.configure(
    processors=[
        structlog.stdlib.filter_by_level,
        *_processors,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "structlog": {
            "()": structlog.stdlib.ProcessorFormatter,
            "foreign_pre_chain": _processors,
            "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_renderers],
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structlog"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        "daphne": {"level": "WARNING"},  # else four lines at each start
        "uvicorn": {"handlers": [], "propagate": True},  # in place of its own handler, which writes plain text
        "uvicorn.error": {"level": "WARNING"},
        "channels_redis.pubsub": {"level": "CRITICAL"},  # a traceback a second while Redis is away; games.live tells it
        "django": {"level": LOG_LEVEL},
        # Scanners ask by addresses and made-up names all day; the line of the request says 400.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG  # one line a request: when it is answered
