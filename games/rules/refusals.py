"""The reasons for refusing moves, and the sentences that explain them to players."""

from games.rules.texts import gettext_noop


class IllegalMove(ValueError):  # noqa: N818  # the usual term in games
    """A well-formed move that the rules do not allow now.

    ``code`` is a stable key of ``REFUSALS``, whose value is the sentence for the player.
    """

    def __init__(self, code: str) -> None:
        super().__init__(REFUSALS[code])
        self.code = code


REFUSALS: dict[str, str] = {
    "match_over": gettext_noop("The match is over."),
    "not_your_turn": gettext_noop("It’s not your turn."),
    "not_now": gettext_noop("You can’t do that right now."),
    "not_in_hand": gettext_noop("That card isn’t in your hand."),
    "not_a_call": gettext_noop("That isn’t a valid call for this hand."),
    "not_an_opponent": gettext_noop("You can only do that to an opponent."),
    "nothing_to_challenge": gettext_noop("They have no call to challenge."),
    "claim_not_proved": gettext_noop("Nothing to claim yet: no hidden ronda has been shown."),
    "claim_not_good": gettext_noop("Nothing they hid would have been the best holding of the batch."),
    "already_spoken": gettext_noop("It’s too late for that claim: you’ve already had your turn."),
    "not_in_place": gettext_noop("That card can’t score in place right now."),
    "not_a_cut": gettext_noop("The pack can’t be cut there."),
}
