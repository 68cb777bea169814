"""Verification of a record's deals against their commitments (docs/fair-deals.md)."""

import json
from collections.abc import Iterator
from typing import Any

from games.rules.deal import Deal
from games.rules.fair import Proof, commit_to, draw_dealer, draw_places, join_pack
from games.rules.record import Record, RecordError, Replay, Uncut, read_record


def verify_deals(data: bytes | str) -> tuple[str, bool]:
    """Return the output of ``record verify-deals`` for a record, and whether the record is free of contradictions.

    Deals made before commitments existed are reported as uncommitted, which is not an error. However, once a deal has a
    commitment, it is an error if a later deal has none.
    """
    try:
        record = read_record(data)
    except RecordError as error:
        return _dump({"agrees": False, "error": str(error)}), False
    deals = [_verdict(number, *_check_deal(record, number)) for number in range(len(record.deals))]
    if record.uncut is not None:
        deals.append(_verdict(len(deals), True, list(_errors_of_uncut(record, record.uncut))))
    result: dict[str, Any] = {"agrees": all(deal["agrees"] is not False for deal in deals), "deals": deals}
    match_error = _error_of_match(record)
    if match_error is not None:
        result |= {"agrees": False, "error": match_error}
    return _dump(result), result["agrees"]


def _verdict(number: int, committed: bool, errors: list[str]) -> dict[str, Any]:
    agrees = False if errors else True if committed else None
    return {"deal": number, "committed": committed, "agrees": agrees, **({"errors": errors} if errors else {})}


def _check_deal(record: Record, number: int) -> tuple[bool, list[str]]:
    """Return whether a deal has a commitment, and the errors in the deal."""
    deal = record.deals[number]
    if deal.proof is not None:
        return True, list(_errors_of_deal(record, number, deal, deal.proof))
    missing = any(former.proof is not None for former in record.deals[:number])
    return False, ["the commitment is missing, although an earlier deal has one"] if missing else []


def _errors_of_deal(record: Record, number: int, deal: Deal, proof: Proof) -> Iterator[str]:
    if commit_to(proof.salt, join_pack(deal.deck, proof.cut)) != proof.commitment:
        yield "the commitment does not match the pack and salt"
    game = record.ruleset(record.options)
    if number == 0 and deal.dealer != draw_dealer(proof.salt, game.players):
        yield "the salt gives a different first dealer"
    if deal.returned != game.draw_deal(deal.dealer, deal.deck, draw_places(proof.salt)).returned:
        yield "the salt gives different places for the returned cards"


def _errors_of_uncut(record: Record, uncut: Uncut) -> Iterator[str]:
    if commit_to(uncut.salt, uncut.pack) != uncut.commitment:
        yield "the commitment does not match the pack and salt"
    players = record.ruleset(record.options).players
    if not record.deals and uncut.dealer != draw_dealer(uncut.salt, players):
        yield "the salt gives a different first dealer"


def _error_of_match(record: Record) -> str | None:
    """Return the error in the match as a whole, if any: a bad move, a missing deal or a superfluous one."""
    replay = Replay(record)
    try:
        for _step in replay:
            pass
    except RecordError as error:
        return str(error) if error.move is None else f"move {error.move}: {error}"
    waits = replay.game.phase == "deal"
    if record.uncut is not None and not waits:
        return "uncut: the match never reaches this deal"
    if record.uncut is None and record.result is not None and waits and record.deals[-1].proof is not None:
        return "the last pack, which was never cut, is missing"
    return None


def _dump(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False)
