"""Matches that bots play for the sole purpose of making puzzles, on sites where people have not played enough yet."""

import random
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.bots import BOTS, choose_move
from games.bots.observation import moves_of, observe
from games.models import Deal, Match, Move, Reason, Seat, Status
from games.rules import find_ruleset
from games.rules.deal import Deal as GameDeal
from games.rules.events import Event
from games.rules.fair import SALT_BYTES, draw_dealer, join_pack
from games.rules.game import Game, size_class
from games.rules.moves import Move as GameMove
from games.rules.moves import parse_move
from games.services.bot_levels import user_of_bot
from games.services.results import write_outcomes
from games.state.match_log import Log

PLAYER: Final = next(bot.key for bot in BOTS.values() if bot.level == 3)  # plays well and fast


def play_bot_match(ruleset: type[Game], seed: str) -> tuple[Match, Log]:
    """Have bots play a complete match with the default options. Return the unsaved match and its log.

    The same seed gives the same match.
    """
    rng = random.Random(seed)
    game = ruleset()
    deals: list[tuple[int, GameDeal]] = []
    moves: list[GameMove] = []
    events: list[Event] = []
    while not game.over:
        if game.phase == "deal":
            deals.append((len(moves), _draw_deal(game, rng)))
            events = game.deal(deals[-1][1])
            continue
        observation = observe(game, game.to_act, moves_of(game, game.to_act), events)
        moves.append(parse_move([game.to_act, *choose_move(PLAYER, observation, seed)]))
        events = events + game.apply(moves[-1])
    return _finished_match(game), Log(deals, moves, None)


def _finished_match(game: Game) -> Match:
    return Match(
        ruleset=game.name,
        options=game.chosen,
        size_class=size_class(game),
        status=Status.FINISHED,
        result_reason=Reason.RULES,
        is_private=True,
        sides=list(game.scores),
        winners=list(game.winners),
    )


def _draw_deal(game: Game, rng: random.Random) -> GameDeal:
    salt = rng.randbytes(SALT_BYTES).hex()
    dealer = draw_dealer(salt, game.players) if game.next_dealer is None else game.next_dealer
    pack = rng.sample(game.pack, len(game.pack))
    return game.cut_deal(dealer, pack, salt, rng.randrange(1, len(pack)))


@transaction.atomic
def save_bot_match(match: Match, log: Log) -> None:
    """Save a match that bots have played. It is private, so it is not listed, and it does not change ratings."""
    match.created_by = user_of_bot(PLAYER)
    match.started = match.finished = timezone.now()
    match.version = match.moved_version = len(log.moves) + len(log.deals)
    match.save()
    sides = find_ruleset(match.ruleset).sides_for(match.options)
    Seat.objects.bulk_create(
        Seat(match=match, number=number, user=match.created_by, bot=PLAYER, finished=match.finished)
        for number in range(len(sides))
    )
    write_outcomes(match, sides)
    Deal.objects.bulk_create(
        _deal_row(match, number, before_move, deal) for number, (before_move, deal) in enumerate(log.deals)
    )
    Move.objects.bulk_create(
        Move(match=match, number=number, seat=move.seat, move=list(move[1:]))
        for number, move in enumerate(log.moves, start=1)
    )


def _deal_row(match: Match, number: int, before_move: int, deal: GameDeal) -> Deal:
    row = Deal(match=match, number=number, dealer=deal.dealer, before_move=before_move)
    row.deck, row.returned = " ".join(deal.deck), list(deal.returned)
    if deal.proof is not None:
        row.salt, row.commitment, row.cut = deal.proof
        row.shuffled = " ".join(join_pack(deal.deck, deal.proof.cut))
    return row
