"""Randomness: the system's random generator shuffles packs and draws salts, and the site commits to them immediately.

After the commitment, the site chooses nothing about the deal, except where to cut when a bot cuts. docs/fair-deals.md
lists the site's random choices before the commitment. Players have to trust the site with these.
"""

from collections.abc import Sequence
from secrets import SystemRandom

from games import models
from games.rules.fair import SALT_BYTES, commit_to, draw_dealer
from games.state.errors import Illegal
from games.state.live_match import LiveMatch
from games.state.match_sql import insert_deals, read_pack, update_deals
from games.state.packs import Pack
from games.state.store import MatchStore

_random = SystemRandom()


def shuffle_pack(pack: Sequence[str]) -> list[str]:
    """Return the pack in a random order. All orders are equally likely (``shuffle`` is Fisher–Yates)."""
    cards = list(pack)
    _random.shuffle(cards)
    return cards


def deal_if_due(store: MatchStore, live: LiveMatch) -> bool:
    """Commit to a pack if the game is waiting for one. If a bot cuts, also cut and deal.

    Return whether cards were dealt. If a person cuts, the match waits for them.
    """
    dealt = False
    while live.game.phase == "deal":
        _commit(store, live)
        if not cutter_is_bot(live):
            break
        cut_and_deal(store, live, draw_cut(live))
        dealt = True
    return dealt


def cutter_is_bot(live: LiveMatch) -> bool:
    """Return whether the match is waiting for a cut by a bot."""
    return live.waits_for_cut and live.turn is not None and bool(live.seats[live.turn].played_by_bot)


def draw_cut(live: LiveMatch) -> int:
    """Return a random place for a bot to cut at."""
    return _random.randrange(1, len(live.game.pack))


def cut_and_deal(store: MatchStore, live: LiveMatch, place: int) -> None:
    """Cut the committed pack and deal. If it cannot be cut at ``place``, raise Illegal without changing anything."""
    game, pack = live.game, live.pack
    if pack is None or not 0 < place < len(game.pack):
        raise Illegal.because("not_a_cut")
    store.flush(insert_deals)  # the pack may have been committed to in this transaction
    deal_id, dealer, shuffled, salt = read_pack(live.id, pack.number)
    deal = game.cut_deal(dealer, shuffled.split(), salt, place)
    live.deal(deal)
    store.write_later(update_deals, (deal_id, place, " ".join(deal.deck), list(deal.returned)))
    live.pack = pack._replace(cut=place)


def _commit(store: MatchStore, live: LiveMatch) -> None:
    game = live.game
    salt, dealer = _draw_salt(live)
    cards = shuffle_pack(game.pack)
    live.pack = Pack(live.deals_made, commit_to(salt, cards), dealer)
    deal = models.Deal(
        match_id=live.id,
        number=live.pack.number,
        dealer=dealer,
        salt=salt,
        shuffled=" ".join(cards),
        commitment=live.pack.commitment,
        before_move=live.moves_made,
    )
    store.write_later(insert_deals, (deal,))


def _draw_salt(live: LiveMatch) -> tuple[str, int]:
    """Return the salt and the dealer for the next deal.

    In the first deal of a match with a gentle start, salts are drawn until the newcomer plays first.
    """
    known, players = live.game.next_dealer, live.game.players
    newcomer = next((number for number, seat in enumerate(live.seats) if seat.gentle_start), None)
    while True:
        salt = _random.randbytes(SALT_BYTES).hex()
        if known is not None:
            return salt, known
        dealer = draw_dealer(salt, players)
        if newcomer is None or (dealer + 1) % players == newcomer:
            return salt, dealer
