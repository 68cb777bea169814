"""The site's settings, read from environment variables. docs/operations.md lists every variable.

The defaults give a safe site on one machine: SQLite, one process, no debug pages, plain HTTP on localhost.
"""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import Any

import django_stubs_ext
import structlog
from csp.constants import NONE, SELF

from accounts import vapid
from accounts.names import MIN_LENGTH
from ronda_site import secret_key, social
from ronda_site.environment import Environment, SettingsError

# Allows subscripts that type checking needs, such as `ModelAdmin[User]`, on classes that do not support them.
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent

env = Environment()

# The directory that the site writes to: the SQLite database and the collected static files.
VAR_DIR = Path(env.str("RONDA_VAR_DIR", default=str(BASE_DIR / "var")))

# --- Security ---------------------------------------------------------------------------------------------------------

DEBUG = env.switch("RONDA_DEBUG", default=False)
HTTPS = env.switch("RONDA_HTTPS", default=False)
if HTTPS:
    # Without these, the site would start with an empty database and a new key, and seem healthy.
    needed = ["DATABASE_URL", "RONDA_SECRET_KEY", "RONDA_ALLOWED_HOSTS"]
    env.require(needed, reason="RONDA_HTTPS=1 means a public site")
    if DEBUG:
        raise SettingsError("RONDA_DEBUG=1 shows everyone the settings and code, so RONDA_HTTPS=1 forbids it.")

SECRET_KEY = env.str("RONDA_SECRET_KEY", default="") or secret_key.read_or_create(secret_key.default_path())
# Old keys. Sessions signed with an old key stay valid until the key is removed from this list.
SECRET_KEY_FALLBACKS = env.list("RONDA_SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("RONDA_ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("RONDA_CSRF_TRUSTED_ORIGINS", default=[])

# The site runs behind a proxy that terminates TLS and must overwrite any X-Forwarded-Proto sent by the client.
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
    # The owner of the domain decides whether HSTS covers subdomains, and whether browsers preload it.
    "security.W005",
    "security.W021",
]

# Social accounts that people can sign in with.
SOCIALACCOUNT_PROVIDERS = social.read_providers(env)

# No inline scripts or styles anywhere. All current browsers count same-origin WebSockets as 'self'.
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

# --- Apps and middleware ----------------------------------------------------------------------------------------------

METRICS = env.switch("RONDA_METRICS", default=False)

INSTALLED_APPS = [
    "ronda_site.apps.SiteAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
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
    "ronda_site.health.probe_middleware",  # first: probes bypass host checks and sessions
    *(["django_prometheus.middleware.PrometheusBeforeMiddleware"] if METRICS else []),
    "ronda_site.static_files.static_files",  # before all middleware that runs in threads
    "ronda_site.request_log.RequestLog",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "ronda_site.privacy.private_pages_middleware",
    "ronda_site.compression.PublicPagesGZipMiddleware",
    "games.api.middleware.api_middleware",  # before all middleware that reads cookies
    "ronda_site.unavailable.OutageMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "ronda_site.languages.LanguageMiddleware",  # after the account is known, and before guests become anonymous
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.account_status.account_status_middleware",  # before guest_middleware: guests can be suspended, too
    "accounts.guests.guest_middleware",
    "accounts.login_fingerprints.device_middleware",
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
                "accounts.context.digits",
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
    DATABASES["default"]["ENGINE"] = "ronda_site.sqlite"  # makes threads take turns to write
    DATABASES["default"]["OPTIONS"] = {
        # A transaction that reads before it writes must hold the write lock from its start. Upgrading later fails at
        # once if another transaction has written in the meantime, regardless of the busy timeout (in seconds).
        "transaction_mode": "IMMEDIATE",
        "timeout": 30,
        # In WAL mode, readers continue during a write. FULL then waits for the disk at each commit, so that an
        # acknowledged move survives not only a killed process but also a power failure. NORMAL could lose it.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
else:
    # Reconnecting for every move would halve the throughput. Broken connections are replaced; requests close their own.
    DATABASES["default"]["CONN_MAX_AGE"] = None
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # An unreachable server must not block a thread for minutes.
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 3)
    # Statements on the cursors of games.state.prepared are prepared when they are first executed.
    DATABASES["default"]["OPTIONS"].setdefault("prepare_threshold", 0)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The number of threads per process that commit moves. A single thread gathers the largest batches and competes for the
# GIL only with the event loop. More threads help if commits are slow, as with a distant database. SQLite always has one
# writer.
RONDA_WRITERS = env.number("RONDA_WRITERS", default=1, least=1)

# --- Channel layer and cache ------------------------------------------------------------------------------------------

# Without Redis, the site runs as a single process, whose memory is enough. The default cache is for counters only (rate
# limits, lockouts, idempotency keys): never store anything in it that could fill it up.
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

# Pictures of matches and players are kept in a bounded cache in each process, since they can be drawn again.
CACHES["pictures"] = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "LOCATION": "pictures",
    "TIMEOUT": 86_400,
    "OPTIONS": {"MAX_ENTRIES": 50},  # about 75 kB each
}

# --- Matches ----------------------------------------------------------------------------------------------------------

# Number of bot processes per server process; 0 if `manage.py bots` runs instead, which needs Redis.
RONDA_BOT_PROCESSES = env.number("RONDA_BOT_PROCESSES", default=1, least=0 if REDIS_URL else 1)

# Mean number of seconds that a bot takes for a move, and seconds before an automatic call. They must not depend on the
# hand.
RONDA_BOT_DELAY = env.number("RONDA_BOT_DELAY", default=0.8)
RONDA_CALL_DELAY = env.number("RONDA_CALL_DELAY", default=1.5)

# Seconds without a connection before a player counts as disconnected; long enough to reload a page.
RONDA_AWAY_DELAY = env.number("RONDA_AWAY_DELAY", default=5.0)

# Frames per second that an account or an IP address may send over all sockets; bursts may be three times as large.
RONDA_FRAME_RATE = env.number("RONDA_FRAME_RATE", default=10.0)
RONDA_ADDRESS_FRAME_RATE = env.number("RONDA_ADDRESS_FRAME_RATE", default=200.0)

# Maximum number of open sockets per account and per IP address.
RONDA_SOCKETS = env.number("RONDA_SOCKETS", default=20)
RONDA_ADDRESS_SOCKETS = env.number("RONDA_ADDRESS_SOCKETS", default=300)

# Requests per second from an IP address. Static files are allowed ten times that rate; bursts may be ten times as
# large.
RONDA_REQUEST_RATE = env.number("RONDA_REQUEST_RATE", default=30.0)

# Seconds within which a complete request must arrive, and after which daphne closes an idle connection.
RONDA_REQUEST_SECONDS = env.number("RONDA_REQUEST_SECONDS", default=60.0)

# Pictures of matches and players that an IP address may request per minute.
RONDA_PICTURE_RATE = env.number("RONDA_PICTURE_RATE", default=60)

# --- Accounts ---------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "accounts.hashers.OneLaneArgon2Hasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "accounts.password_rules.UnlikeTheAccount"},
    {"NAME": "accounts.password_rules.LongEnough"},
    {"NAME": "accounts.password_rules.Uncommon"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# Without a mail server, emails are written to the log, and addresses need no verification.
EMAIL_URL = env.str("EMAIL_URL", default="")
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
if EMAIL_URL:
    vars().update(env.email_url("EMAIL_URL"))
# The operator's email address, shown on the pages about the site.
RONDA_CONTACT = env.email("RONDA_CONTACT")
DEFAULT_FROM_EMAIL = env.str("RONDA_FROM_EMAIL", default="ronda@localhost")

# Push notifications, for sites with a key. The browsers’ push services deliver them, and require a contact address.
RONDA_VAPID_PRIVATE_KEY = env.str("RONDA_VAPID_PRIVATE_KEY", default="").strip()
RONDA_VAPID_PUBLIC_KEY = ""
if RONDA_VAPID_PRIVATE_KEY:
    try:
        RONDA_VAPID_PUBLIC_KEY = vapid.public_key_of(RONDA_VAPID_PRIVATE_KEY)
    except ValueError:
        raise SettingsError("RONDA_VAPID_PRIVATE_KEY is not 32 bytes in URL-safe base64.") from None
    if HTTPS:
        env.require(["RONDA_CONTACT"], reason="RONDA_VAPID_PRIVATE_KEY turns on push notifications")
# The hosts to which the site may send notifications.
RONDA_PUSH_SERVICES = env.list(
    "RONDA_PUSH_SERVICES",
    default=[
        "fcm.googleapis.com",  # Chrome, Opera, Samsung Internet and others
        "updates.push.services.mozilla.com",  # Firefox
        "*.push.apple.com",  # Safari
        "*.notify.windows.com",  # Edge
    ],
)

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
# Only the owner of an email address learns that it has an account, so accounts may share it until one verifies it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
# Verify with a code typed into the page: a link could open in another browser, without the guest's matches.
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if EMAIL_URL else "none"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = bool(EMAIL_URL)
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_NOTIFICATIONS = bool(EMAIL_URL)
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Ronda] "
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_RATE_LIMITS = {
    # A guest is created on the first click, without a form; allauth's rate limiter counts it. Schools, families and
    # mobile networks share an address. A guest is one row, which is deleted after two weeks if they never play.
    "guest": env.str("RONDA_GUEST_RATE", default="120/h/ip"),
    # Wrong second-factor codes, in addition to allauth's limit of five in five minutes. With that limit alone, someone
    # who has the password could guess one of the three currently valid codes within a few months.
    "second_factor": "50/d/key",
}

# API requests per minute, per IP address and per account with tokens; a bot's moves are counted separately.
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
MFA_TOTP_TOLERANCE = 1  # periods, because phones' clocks may be off by a few seconds
MFA_ALLOW_UNVERIFIED_EMAIL = not EMAIL_URL
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # browsers then allow only localhost

SOCIALACCOUNT_ADAPTER = "accounts.social_adapter.SocialAdapter"
SOCIALACCOUNT_FORMS = {"signup": "accounts.forms.SocialSignupForm"}
SOCIALACCOUNT_AUTO_SIGNUP = False  # everyone chooses their name

# The number of proxies that append to X-Forwarded-For; sign-in limits use the client's IP address.
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("RONDA_PROXIES", default=1 if HTTPS else 0)

# The numbers of days for which the operator keeps request logs and backups. The privacy page states them, but the site
# itself deletes neither.
RONDA_LOG_DAYS = env.number("RONDA_LOG_DAYS", default=30)
RONDA_BACKUP_DAYS = env.number("RONDA_BACKUP_DAYS", default=14)

# --- Language and time ------------------------------------------------------------------------------------------------

USE_I18N = True
LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = ["ronda_site.formats"]
LANGUAGES = [("en", "English"), ("fr", "Français"), ("es", "Español"), ("ar", "العربية")]  # each in its own language
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 86_400
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files -----------------------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "ronda_site.bundles.BundleFinder",
    "ronda_site.bundles.SourceFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
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
        "daphne": {"level": "WARNING"},  # otherwise it logs four lines at each start
        "uvicorn": {"handlers": [], "propagate": True},  # in place of its own handler, which writes plain text
        "uvicorn.error": {"level": "WARNING"},
        # In an outage, this would log a traceback per second. games.live logs the outage itself.
        "channels_redis.pubsub": {"level": "CRITICAL"},
        "django": {"level": LOG_LEVEL},
        # Scanners constantly use IP addresses and made-up host names; the request's own line already shows the 400.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG  # one line per request, when it finishes
