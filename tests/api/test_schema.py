"""The whole API against its own schema, with valid and invalid requests that schemathesis generates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode

from accounts.bots import make_bot
from accounts.models import Scope, User
from games.api.api import api
from games.models import Match, Rating
from games.services.seating import TableSettings
from tests.api.conftest import Program
from tests.random_sizes import scaled
from tests.views.conftest import finished_match, start_match

EXAMPLES = 20  # valid requests per operation, and as many invalid ones
RUNNING, OVER = "runningmatch", "matchisoover"
NAMES = {
    "name": ["amina", "BADR"],
    "code": [RUNNING, OVER],
    "ruleset": ["moroccan"],
    "size_class": ["2"],
}

CONFIG = {
    # A request that matches the schema may still contain an invalid move, clock or option: 400.
    "checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", 400, 403, 404, 409]}},
    "generation": {"with-security-parameters": False},  # every request has its token; other tests cover permissions
    "analysis": {"constants": {"enabled": False}},  # generate the same requests whatever else has been imported
}

schema = schemathesis.openapi.from_dict(api.get_openapi_schema(), config=schemathesis.Config.from_dict(CONFIG))
schema.app = get_wsgi_application()


def made_up(operation: Any, mode: GenerationMode) -> st.SearchStrategy[Case]:
    """Return a strategy for requests to an operation. Some of the valid requests name objects that exist."""
    cases = operation.as_strategy(generation_mode=mode)
    if mode is GenerationMode.NEGATIVE:
        return cases
    known = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in NAMES.items()})
    return st.builds(_asking_for, cases, st.none() | known)


def _asking_for(case: Case, known: dict[str, str] | None) -> Case:
    for name in case.path_parameters if known else ():
        case.path_parameters[name] = known.get(name, case.path_parameters[name])
    return case


@pytest.fixture(autouse=True)
def _kept_connection() -> Iterator[None]:
    """Keep the connection open, so that requests run within the test's transaction, as with Django's own client."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def bot(shared_rows: None) -> User:
    """A bot with a match in progress, on a site that also has a finished match and a ladder."""
    amina, badr = (User.objects.create_user(name) for name in ("amina", "badr"))
    bot = make_bot(operator=amina, name="Zerda")
    table_settings = TableSettings(welcomes_bots=True)
    Match.objects.filter(pk=start_match(badr, bot, rated=False, table_settings=table_settings).pk).update(code=RUNNING)
    Match.objects.filter(pk=finished_match(amina, badr).pk).update(code=OVER)
    Rating.objects.filter(user=amina).update(ranked=True)
    return bot


STREAMS = ("/stream", "/events")  # these streams never end; the bot tests read them from a server
OPERATIONS = [one.ok() for one in schema.get_all_operations() if not one.ok().path.endswith(STREAMS)]
ANY_WORD = {"title", "type"}


def can_be_wrong(operation: Any) -> bool:
    """Return whether requests to an operation can be invalid, that is, whether it accepts more than free text."""
    taken = [*operation.query, *operation.path_parameters]
    return bool(operation.body) or any(set(one.definition["schema"]) - ANY_WORD for one in taken)


ASKED = [
    pytest.param(operation, mode, id=f"{operation.label} {mode.value}")
    for operation in OPERATIONS
    for mode in GenerationMode
    if mode is GenerationMode.POSITIVE or can_be_wrong(operation)
]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous iterators:Warning")
@pytest.mark.parametrize(("operation", "mode"), ASKED)
def test_the_api_conforms_to_its_schema(operation: Any, mode: GenerationMode, bot: User, db: None) -> None:
    headers = Program(bot, Scope.PLAY).headers
    statuses = set()

    @settings(
        max_examples=scaled(EXAMPLES),
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=made_up(operation, mode))
    def ask(case: Case) -> None:
        cache.clear()  # rate limits
        with transaction.atomic():
            statuses.add(case.call_and_validate(headers=headers).status_code)
            transaction.set_rollback(True)

    ask()
    assert 200 in statuses or mode is GenerationMode.NEGATIVE or operation.method == "post"
