"""Where chance comes from: every pack is shuffled and every first dealer drawn by the system's generator."""

from secrets import SystemRandom

from games import models
from games.rules.game import Deal, Game
from games.services.loading import LoadedMatch, Step

_random = SystemRandom()


def draw_deal(game: Game) -> Deal:
    """The next deal of a game that waits for one. ``shuffle`` is Fisher–Yates: every order is equally likely."""
    dealer = game.next_dealer
    if dealer is None:
        dealer = _random.randrange(game.players)
    deck = list(game.pack)
    _random.shuffle(deck)
    return game.draw_deal(dealer, deck, lambda places: _random.randint(0, places))


def deal_if_due(loaded: LoadedMatch) -> tuple[Deal, ...]:
    """Deal and log whatever the game waits for; nothing where it waits for a move or is over."""
    deals: list[Deal] = []
    game = loaded.game
    while game.phase == "deal":
        deal = draw_deal(game)
        events = game.deal(deal)
        models.Deal.objects.create(
            match_id=loaded.id,
            number=loaded.deals_made,
            dealer=deal.dealer,
            deck=" ".join(deal.deck),
            returned=list(deal.returned),
            before_move=loaded.moves_made,
        )
        loaded.note(Step(None, [], events, 1))
        deals.append(deal)
    return tuple(deals)
