"""For ``site_tool``: a site where every text written by a user tries to run a script."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator

from accounts.bots import make_bot
from accounts.models import User
from accounts.sanctions import answer_appeal, appeal_sanction, impose_sanction, lift_sanction
from accounts.tokens import make_token
from games.chat.services import hide_line, send_chat_line
from games.comments.services import write_comment
from games.moderation.services import decide_report, report_player
from games.services.results import void_match
from tests.services.tables import open_table, play_to_end

SHORT = "{}'\"><img src=x onerror=hack()>"
LONG = SHORT + "</script><script>hack()</script>{{{{ 7*7 }}}}<svg/onload=hack()>"


def write_hostile_texts(player: User, other: User, judge: User) -> dict[str, Any]:
    """Fill every field with a text that contains the field's name. Return the match codes, the ids and the texts."""
    texts = {
        name: LONG.format(name) for name in "talk comment report sanction reason appeal answer lifted void".split()
    }
    texts |= {name: SHORT.format(name) for name in ("token", "device", "bottoken")}
    finished, voided = (open_table(player, other, target=5) for _match in range(2))
    play_to_end(finished)
    running = open_table(player, other, rated=False)
    for match in (finished, running):
        line = send_chat_line(code=match.code, user_id=other.pk, text=texts["talk"])
        hide_line(line_id=send_chat_line(code=match.code, user_id=other.pk, text=texts["talk"]).pk, moderator=judge)
    write_comment(code=finished.code, user=other, text=texts["comment"])
    reports = [
        report_player(code=finished.code, by=by, whom=whom.username, reason="words", words=texts["report"])
        for by, whom in ((player, other), (other, player))
    ]
    decide_report(report_id=reports[1].pk, moderator=judge, verdict="dismissed")
    void_match(code=voided.code, moderator=judge, reason=texts["void"])
    said = {"reason": texts["reason"], "message": texts["sanction"]}
    warned, answered, muted = (
        impose_sanction(whom=player, by=judge, measure=measure, **said) for measure in ("warn", "warn", "mute")
    )
    for sanction in (warned, answered):
        appeal_sanction(sanction_id=sanction.pk, user=player, words=texts["appeal"])
    answer_appeal(sanction_id=answered.pk, by=judge, answer=texts["answer"], lift=False)
    lift_sanction(sanction_id=muted.pk, by=judge, words=texts["lifted"])
    make_token(user=player, name=texts["token"])
    make_token(user=make_bot(operator=player, name="Zerda-x.y_z"), name=texts["bottoken"])
    Authenticator.objects.create(user=player, type="webauthn", data={"name": texts["device"], "credential": {}})
    ids = {"finished": finished.pk, "voided": voided.pk, "line": line.pk, "report": reports[0].pk}
    ids |= {"handled": reports[1].pk, "warned": warned.pk, "answered": answered.pk, "player": player.pk}
    ids |= {"other": other.pk, "comment": finished.comments.get().pk}
    return {"finished": finished.code, "voided": voided.code, "running": running.code, "ids": ids, "texts": texts}
