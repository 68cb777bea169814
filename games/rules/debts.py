"""Piles of captured cards, and debts between sides when points are paid in cards (M27)."""


class Piles:
    """The number of cards that each side has captured in this deal, and the debts, oldest first.

    A side in debt has an empty pile, because every card it gets goes towards the debt.
    """

    __slots__ = ("counts", "debts")

    def __init__(self, sides: int) -> None:
        self.counts = [0] * sides
        self.debts: list[list[int]] = []  # [payer, payee, cards]

    def gain(self, side: int, cards: int) -> None:
        """Add captured cards to a side's pile. The cards first pay the side's debts, starting with the oldest."""
        self.counts[side] += cards
        if self.debts:
            self._settle(side)

    def pay(self, payer: int, payee: int, cards: int) -> None:
        """Pay a number of cards from one side to another.

        The payment first cancels the payee's debts to the payer. The payer then hands over cards, and owes the rest.
        """
        for debt in self.debts:
            if debt[0] == payee and debt[1] == payer:
                cancelled = min(debt[2], cards)
                debt[2] -= cancelled
                cards -= cancelled
        self.debts = [debt for debt in self.debts if debt[2]]
        handed = min(self.counts[payer], cards)
        if cards > handed:
            self.debts.append([payer, payee, cards - handed])
        self._hand_over(payer, payee, handed)

    def _hand_over(self, payer: int, payee: int, cards: int) -> None:
        if not cards:
            return
        self.counts[payer] -= cards
        self.counts[payee] += cards
        self._settle(payee)

    def _settle(self, side: int) -> None:
        while self.counts[side]:
            debt = next((debt for debt in self.debts if debt[0] == side), None)
            if debt is None:
                return
            paid = min(debt[2], self.counts[side])
            debt[2] -= paid
            if not debt[2]:
                self.debts.remove(debt)
            self._hand_over(side, debt[1], paid)

    def owed(self) -> list[list[int]]:
        """Return the debts as a table: ``owed[a][b]`` is the number of cards that side ``a`` owes side ``b``."""
        table = [[0] * len(self.counts) for _ in self.counts]
        for payer, payee, cards in self.debts:
            table[payer][payee] += cards
        return table
