"""The page about fair deals."""

import pytest

from games.models import Match
from games.services.leaving import resign_match
from tests.views.conftest import start_match


@pytest.fixture
def ended(amina, badr) -> Match:
    match = start_match(amina, badr)
    resign_match(code=match.code, user_id=badr.pk)
    return match


def test_anyone_can_read_how_deals_are_kept_fair(client, db):
    page = client.get("/fair/").content.decode()
    assert "record verify-deals" in page
    assert "ronda-deal/1 SALT PACK" in page  # the procedure described in docs/fair-deals.md
    assert "The order of the pack." in page  # the draws that only the site makes
    assert "data-record" not in page


def test_the_record_of_a_finished_match_can_be_checked(client, ended):
    assert (
        f'data-record="/matches/{ended.code}/record.json"' in client.get(f"/fair/?match={ended.code}").content.decode()
    )


@pytest.mark.parametrize("code", ["running", "nosuchmatch2", "none\x00", "../../etc"])
def test_unfinished_matches_cannot(client, amina, badr, code):
    code = start_match(amina, badr).code if code == "running" else code
    page = client.get("/fair/", {"match": code})
    assert page.status_code == 200
    assert "data-record" not in page.content.decode()
    assert "can’t be checked" in page.content.decode()


def test_result_replay_and_footer_link_to_it(client, ended):
    for path in (f"/matches/{ended.code}/", f"/matches/{ended.code}/replay/"):
        assert f'href="/fair/?match={ended.code}"' in client.get(path).content.decode()
    assert 'href="/fair/"' in client.get("/rules/").content.decode()
