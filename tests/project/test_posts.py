"""Permissions for the site's own forms: a POST to every address as every kind of user."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from accounts.account_status import OPEN_TO_ALL
from accounts.models import ApiToken, Sanction, User
from games.models import Match, Puzzle
from tests.project.conftest import DEVICE
from tests.project.rights import PEOPLE, all_rows, outcomes, read_rows, signed_in
from tests.project.test_permissions import FILES, FORMS, OPEN, OWN, address_of, every_address
from tests.push_service import Browser
from tests.views.test_new_table import FORM

pytestmark = pytest.mark.django_db

RATED, CASUAL = {**FORM, "rated": "rated"}, {**FORM, "clock": ""}
PAGES_WITH_FORMS = ("new_table", "settings", "close_account", "report_form", "new_token", "revoke_token", "push")
PAGES_OF_BOTS = ("new_bot", "bot_token", "close_bot")
WRONG = {"reason": "words", "words": "look"}

# The requests: the address, the table, person or sanction it is about, and the fields.
SENT: dict[str, tuple[str, str, dict[str, Any]]] = {
    "quick": ("quick", "", {"game": "moroccan:2"}),
    "be_guest": ("be_guest", "", {}),
    "answer_seek": ("answer_seek", "", {"ruleset": "moroccan", "clock": "300+10"}),
    "answer_seek/rated": ("answer_seek", "", {"ruleset": "moroccan", "clock": "300+10", "rated": "on"}),
    "play_with_friend": ("play_with_friend", "", {"ruleset": "moroccan"}),
    "new_table": ("new_table", "", CASUAL),
    "new_table/rated": ("new_table", "", RATED),
    "sit": ("sit", "open", {}),
    "sit/rated": ("sit", "rated", {}),
    "sit/invited": ("sit", "invited", {}),
    "leave": ("leave", "open", {}),
    "add_bot": ("add_bot", "open", {}),
    "invite": ("invite", "open", {"names": "boss"}),
    "invite/invited": ("invite", "invited", {"names": "boss"}),
    "send_away": ("send_away", "open", {"seat": "1"}),
    "start": ("start", "open", {}),
    "decline": ("decline", "invited", {}),
    "decline_all": ("decline_all", "", {}),
    "report": ("report", "open", {**WRONG, "whom": "neighbour"}),
    "report/invited": ("report", "invited", {**WRONG, "whom": "player"}),
    "comment": ("comment", "played", {"text": "well played"}),
    "request_analysis": ("request_analysis", "played", {}),
    "play_again": ("play_again", "played", {}),
    "report_form": ("report_form", "played neighbour", WRONG),
    "follow": ("follow", "neighbour", {}),
    "keep_away": ("keep_away", "", {"name": "neighbour", "kind": "block"}),
    "choose_country": ("choose_country", "", {"country": "MA"}),
    "answer_puzzle": ("answer_puzzle", "ruleset day", {"move": "nonsense"}),
    "choose_avatar": ("choose_avatar", "", {"pattern": "cup", "colour": "red"}),
    "choose_cards": ("choose_cards", "", {"card_set": "large", "card_back": "kilim", "felt": "blue"}),
    "set_language": ("set_language", "", {"language": "fr"}),
    "push": ("push", "", Browser("https://fcm.googleapis.com/wp/2").form),
    "remove_push_device": ("remove_push_device", "", {"device": str(DEVICE)}),
    "choose_pushes": ("choose_pushes", "", {"push_turn": "on"}),
    "settings": ("settings", "", {"auto_call": "on"}),
    "export": ("export", "", {}),
    "close_account": ("close_account", "", {"understood": "on"}),
    "close_account/proven": ("close_account", "", {"understood": "on"}),
    "new_token": ("new_token", "", {"name": "a program", "days": "30"}),
    "new_token/proven": ("new_token", "", {"name": "a program", "days": "30"}),
    "revoke_token": ("revoke_token", "token", {}),
    "new_bot": ("new_bot", "", {"name": "Fennec"}),
    "bot_token": ("bot_token", "bot", {"name": "home", "days": "30"}),
    "bot_token/proven": ("bot_token", "bot", {"name": "home", "days": "30"}),
    "close_bot": ("close_bot", "bot", {}),
    "appeal": ("appeal", "sanction", {"words": "It was not me."}),
}

# A guest's rated table becomes a casual one, since the form offers them no choice.
COMES = read_rows("""
#                        stranger guest  player other  banned moderator superuser
quick                    does     does   does   does   403    does      does
be_guest                 does     no     no     no     403    no        no
answer_seek              does     no     no     no     403    no        no
answer_seek/rated        login    signup no     no     403    no        no
play_with_friend         does     does   does   does   403    does      does
new_table                does     does   does   does   403    does      does
new_table/rated          does     does   does   does   403    does      does
sit                      does     does   no     does   403    does      does
sit/rated                login    signup no     does   403    does      does
sit/invited              404      404    no     does   403    404       404
leave                    login    no     does   no     403    no        no
add_bot                  login    no     does   no     403    no        no
invite                   login    no     does   no     403    no        no
invite/invited           404      404    does   no     403    404       404
send_away                login    no     does   no     403    no        no
start                    login    no     does   no     403    no        no
decline                  login    404    404    does   403    404       404
decline_all              login    no     no     does   403    no        no
report                   403      does   does   does   403    does      does
report/invited           403      404    403    does   403    404       404
comment                  login    no     does   no     403    no        no
request_analysis         login    no     does   does   403    does      does
play_again               login    no     no     no     403    no        no
report_form           login    does   does   does   403    does      does
follow                   login    does   does   does   403    does      does
keep_away                login    does   does   does   403    does      does
choose_country           login    does   does   does   403    does      does
answer_puzzle            400      400    400    400    403    400       400
choose_avatar            login    does   does   does   403    does      does
choose_cards             login    does   does   does   403    does      does
set_language             no       does   does   does   does   does      does
push                     login    400    does   does   403    does      does
remove_push_device       login    no     does   no     403    no        no
choose_pushes            login    does   does   does   403    does      does
settings                 login    does   does   does   403    does      does
export                   no       file   file   file   file   file      file
close_account            login    no     reauth reauth 403    reauth    reauth
close_account/proven     login    no     does   does   403    does      does
new_token                login    no     reauth reauth 403    reauth    reauth
new_token/proven         login    no     does   does   403    does      does
revoke_token             login    404    does   404    403    404       404
new_bot                  login    no     does   does   403    does      does
bot_token                login    404    reauth reauth 403    reauth    reauth
bot_token/proven         login    404    does   404    403    404       404
close_bot                login    404    does   404    403    404       404
appeal                   login    404    404    404    does   404       404
""")


def arrange(row: str, tables: dict[str, Match]) -> tuple[str, dict[str, Any]]:
    """Return the address and the fields for a row of ``SENT``."""
    name, about, fields = SENT[row]
    known: dict[str, object] = {"neighbour": "neighbour", "sanction": Sanction.objects.get().pk}
    known |= {"token": ApiToken.objects.get().pk, "bot": User.objects.get(operator__isnull=False).pk}
    known |= {"ruleset": "moroccan", "day": Puzzle.objects.get().date}
    known |= {name: match.code for name, match in tables.items()}
    return reverse(name, args=[known[part] for part in about.split()]), fields


def test_every_form_of_the_site_is_listed_here() -> None:
    assert set(SENT) == set(COMES)
    assert {name for name, _about, _fields in SENT.values()} == {*FORMS, *PAGES_WITH_FORMS, *PAGES_OF_BOTS}


@pytest.mark.parametrize("row", SENT)
def test_a_form(row: str, people: dict[str, User], tables: dict[str, Match]) -> None:
    address, fields = arrange(row, tables)
    assert outcomes(people, address, fields, proven=row.endswith("proven")) == COMES[row]


@pytest.mark.parametrize("name", sorted({*OPEN, *OWN, *FILES} - {*PAGES_WITH_FORMS, *PAGES_OF_BOTS}))
def test_a_page_without_a_form_accepts_no_post(name: str, people: dict[str, User], match: Match) -> None:
    found = outcomes(people, address_of(name, match), {"anything": "1"})
    # Pages that suspended players can still open give them the same response as everyone else.
    expected = dict.fromkeys(PEOPLE, "405") | ({} if name in OPEN_TO_ALL else {"banned": "403"})
    assert found == expected | ({"stranger": "login"} if name == "standing" else {})


def test_no_form_is_accepted_without_its_csrf_token(people: dict[str, User], match: Match) -> None:
    for who in ("stranger", "player", "superuser"):
        client = signed_in(people.get(who), enforce_csrf_checks=True)
        before = all_rows()
        # Choosing a language needs no token, because a page of another site could only set the cookie.
        for address in set(every_address(match)) - {reverse("set_language")}:
            assert client.post(address, {}).status_code == 403, (who, address)
        assert all_rows() == before
