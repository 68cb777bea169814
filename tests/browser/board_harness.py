"""A table page without a server: templates and static files come from disk, and the test simulates the socket."""

import json
import random
from typing import Any

from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import resolve
from django.utils import translation
from playwright.sync_api import Page, WebSocketRoute

from games.chat.page_data import chat_data
from games.models import ReportReason
from games.rules.events import Event
from games.rules.fair import commit_to
from games.rules.game import Game
from games.rules.moves import parse_move
from games.rules.refusals import IllegalMove
from games.selectors.ruleset_texts import game_texts, ruleset_texts
from tests.browser.disk_site import disk_site

NAMES = ["Amina", "Sota", "Youssef", "Zineb", "Badr", "Chadia", "Driss", "Esma"]


def words_of(game: Game) -> dict[str, Any]:
    """Return the data that a table page contains for this game."""
    return {
        **game_texts(type(game)),
        "code": "abcdefghijkl",
        "players": NAMES[: game.players],
        "bots": [seat == 1 for seat in range(game.players)],
        "sides": list(game.sides),
        "partners": game.side_count < game.players,
        "ws_path": "/ws/match/abcdefghijkl/",
        "me_name": NAMES[0],
        "rated": True,
        "private": False,
        "urls": {
            **{name: f"/t/a/{name}/" for name in ("sit", "leave", "add_bot", "send_away", "start")},
            "log": "/t/a/log.json",
            "request_analysis": "/matches/a/analysis/request/",
            "result": "/matches/a/",
            "home": "/",
            "next": "/?seek=moroccan,300%2B10,rated",
            "learn": "/learn/moroccan/",
            "puzzles": "/puzzles/",
        },
        "csrf": "token",
        "levels": [["siete", "Siete"], ["rey", "Rey"]],
        "level": "rey",
        "talk": chat_data(None, "abcdefghijkl"),
    }


# Hints are allowed, and none has been asked for.
HINT = {
    "asked": False,
    "move": None,
    "points": None,
    "next_points": None,
    "next_move": None,
    "reason": None,
    "call_chance": None,
}
# The captures in the story of a match of Moroccan ronda.
CAPTURES = {"caidas": "Caidas", "missas": "Missas"}
# A hint for a call that has been found.
FOUND = {
    **HINT,
    "asked": True,
    "move": ["announce", "nothing"],
    "points": 1.3,
    "next_points": -0.4,
    "reason": ["hides"],
}


def still_clock(players: int) -> dict[str, Any]:
    """Return a stopped clock that gives each seat a little less time than the previous one."""
    banks = [300_000 - 7_000 * seat for seat in range(players)]
    return {"text": "5 min + 10 s per turn", "increment": 10_000, "banks": banks, "turn": None, "left": None}


def deal_next(game: Game, dice: random.Random) -> list[Event]:
    """Deal a shuffled pack."""
    deck = list(game.pack)
    dice.shuffle(deck)
    dealer = game.next_dealer
    return game.deal(game.draw_deal(0 if dealer is None else dealer, deck, lambda left: dice.randint(0, left)))


class BoardHarness:
    """The server side of the socket, for a match whose reader has seat ``me``. It follows the protocol."""

    def __init__(self, game: Game, me: int | None = 0, seed: int = 1, *, cuts: bool = False) -> None:
        """Set up a match. If ``cuts`` is true, commit to each pack and wait for its cut; otherwise, deal at once."""
        self.game = game
        self.pack: dict[str, Any] | None = None
        self.cuts = cuts
        self.me = me
        self.dice = random.Random(seed)
        self.version = 1
        self.status = "running"
        self.seats: list[dict[str, Any] | None] = [self.sitter(seat) for seat in range(game.players)]
        self.gathering: dict[str, Any] = {"host": 0, "host_starts": False, "invited": []}
        self.result: dict[str, Any] | None = None
        self.story: str | None = None  # the address of the match's story, for its result
        self.clock: dict[str, Any] | None = None
        self.hint: dict[str, Any] | None = None
        self.faces: dict[str, dict[str, str]] = {}  # by name, in the format of the site's answer
        self.offers: dict[str, Any] = {"abort": [], "rematch": [], "rotated": False, "url": None}
        self.offers["left"] = 1_800_000
        self.early = False
        self.begun = True
        self.moved = 1
        self.earlier: list[dict[str, Any]] = []  # the events before the recent ones
        self.recent = [event.as_json() for event in self.deal_due()]
        self.received: list[dict[str, Any]] = []  # the frames received from the page, without their ids
        self.ids: list[str] = []
        self.socket: WebSocketRoute | None = None
        self.site_socket: WebSocketRoute | None = None  # the socket that every page has; it sends nothing on its own
        self.connections = 0
        self.errors: list[str] = []
        self.address = ""  # the page's address, once it is open

    def deal_due(self) -> list[Event]:
        """Deal, or commit to the next pack and wait for its cut."""
        if not self.cuts:
            return deal_next(self.game, self.dice)
        dealer = self.game.next_dealer or 0
        number = self.pack["number"] + 1 if self.pack else 0
        commitment = commit_to(self.salt(number), self.game.pack)
        cutter = self.game.cutter(dealer)
        self.pack = {"number": number, "commitment": commitment, "dealer": dealer, "cutter": cutter, "cut": None}
        return []

    @staticmethod
    def salt(number: int) -> str:
        return f"{number:064x}"

    def cut(self, place: int) -> None:
        """Have the cutter cut the pack, and update the page."""
        assert self.pack is not None
        assert self.pack["cut"] is None
        salt = self.salt(self.pack["number"])
        events = self.game.deal(self.game.cut_deal(self.pack["dealer"], self.game.pack, salt, place))
        self.pack = {**self.pack, "cut": place}
        self.version += 1
        self.moved = self.version
        self.send(self.state(events))

    def view(self) -> dict[str, Any]:
        view = self.game.view(self.me)
        if self.pack is None or self.pack["cut"] is not None or self.status != "running":
            return view
        moves = [["cut", at] for at in range(1, len(self.game.pack))] if self.pack["cutter"] == self.me else []
        waits = {"dealer": self.pack["dealer"], "leader": None, "stock": len(self.game.pack), "interrupts": []}
        return {**view, **waits, "phase": "cut", "to_act": self.pack["cutter"], "moves": moves}

    def sitter(self, seat: int) -> dict[str, Any]:
        own = seat == self.me
        return {
            "name": NAMES[seat],
            "bot": seat == 1,
            "by_site": seat == 1,
            "online": True,
            "auto_call": False if own else None,
            "gentle_start": False if own else None,
            "stand_in": False,
            "grace": None,
            "left": False,
            "leaves": None,
            "rating": None if seat == 1 else {"value": 1500 + 10 * seat, "ranked": seat != 2},
        }

    def state(self, events: list[Event] | None = None) -> dict[str, Any]:
        frame = {
            "type": "state",
            "status": self.status,
            "version": self.version,
            "moved": self.moved,
            "me": self.me,
            "seats": self.seats,
            "events": [event.as_json() for event in events or []],
            "view": self.view() if self.begun and self.status != "open" else None,
            "pack": self.pack,
            "result": self.result,
            "gathering": self.gathering if self.status == "open" else None,
            "clock": self.clock,
            "offers": self.offers,
            "early": self.early,
            "hint": self.hint,
            "watching": 0,
        }
        return frame if events is not None else {**frame, "recent": self.recent, "earlier": len(self.earlier)}

    def tell(self, events: list[Event]) -> None:
        """Increase the version for a move, and keep its events for pages that open or reconnect later."""
        if any(event.kind in {"deal", "batch"} for event in events):  # the site keeps a whole deal
            self.earlier += self.recent
            self.recent = []
        self.recent += [event.as_json() for event in events]
        self.version += 1
        self.moved = self.version

    def send(self, frame: dict[str, Any]) -> None:
        assert self.socket is not None
        self.socket.send(json.dumps(frame))

    def make(self, move: tuple[Any, ...]) -> list[Event]:
        """Make a move for any seat, and update the page if it is open. Return the events."""
        events = list(self.game.apply(parse_move(list(move))))
        if self.game.phase == "deal":
            events += self.deal_due()
        if self.game.over:
            self.finish("rules", None)
        self.tell(events)
        if self.socket:
            self.send(self.state(events))
        return events

    def change(self, **facts: Any) -> None:
        """Change attributes such as ``clock`` or ``offers`` without making a move, and update the page."""
        vars(self).update(facts)
        self.version += 1
        self.send(self.state([]))

    def change_seat(self, number: int, **facts: Any) -> None:
        """Change a seat's data, and update the page."""
        seat = self.seats[number]
        assert seat is not None
        seat.update(facts)
        self.change()

    def finish(self, reason: str, seat: int | None) -> None:
        self.status = "finished"
        scores, winners = list(self.game.scores), list(self.game.winners)
        self.result = {"reason": reason, "seat": seat, "sides": scores, "winners": winners, "url": "/matches/a/"}
        if self.story:
            self.result["story"] = self.story

    def answer(self, text: str | bytes) -> None:
        frame = json.loads(text)
        client_id = frame.pop("id", None)
        self.received.append(frame)
        if client_id is not None:
            self.ids.append(client_id)
        try:
            self.carry_out(frame)
        except IllegalMove as error:
            self.refuse(error.code, str(error), client_id)
        else:
            self.confirm(client_id)

    def carry_out(self, frame: dict[str, Any]) -> None:
        """Carry out a command from the page, and send the new state. Raises IllegalMove if the rules forbid it."""
        if frame["type"] == "sync":
            self.send(self.state())
        elif frame["type"] == "resign":
            self.finish("resigned", self.me)
            self.send(self.state([]))
        elif frame["type"] == "move" and frame["move"][0] == "cut":
            self.cut(frame["move"][1])
        elif frame["type"] == "move":
            self.make((self.me, *frame["move"]))

    def confirm(self, client_id: str | None) -> None:
        """Acknowledge a command if it has an id."""
        if client_id is not None:
            self.send({"type": "done", "id": client_id, "version": self.version})

    def hear(self, page: Page, count: int = 1) -> list[dict[str, Any]]:
        """Wait until the page has sent this many frames. Return all frames received so far."""
        for _ in range(1000):
            if len(self.received) >= count:
                return self.received
            page.evaluate("0")
        raise AssertionError(f"{len(self.received)} frames instead of {count}: {self.received}")

    def refuse(self, code: str, message: str, client_id: str | None = None) -> None:
        named = {} if client_id is None else {"id": client_id}
        self.send({"type": "refused", "code": code, "message": message, "version": self.version, **named})

    # ---- the page ----

    def open(self, page: Page, template: str = "games/table/table.html", query: str = "", **data: Any) -> None:
        """Show the page. The browser's errors are recorded in ``errors``."""
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        with translation.override(data.get("language", "en")):
            html = render(template, self.game, {**words_of(self.game), **data}, is_seated=self.me is not None)
        self.address = disk_site().put(html, {"faces.json": lambda _query: self.faces, "log.json": self.log})
        page.route_web_socket("**/ws/match/**", self._connect)
        page.route_web_socket("**/ws/site/**", self._connect_site)
        page.goto(f"{self.address}{query}")

    def log(self, query: str) -> dict[str, Any]:
        """Return as many of the first events as the page asks for."""
        count = int(query.removeprefix("count="))
        return {"events": [*self.earlier, *self.recent][:count]}

    def _connect_site(self, socket: WebSocketRoute) -> None:
        self.site_socket = socket

    def _connect(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        self.connections += 1
        socket.on_message(lambda text: self.answer(text))  # noqa: PLW0108  a test may replace ``answer``
        self.send(self.state())


def render(template: str, game: Game, data: dict[str, Any], *, is_seated: bool) -> str:
    """Render the page as the site does for a visitor or, if ``is_seated``, for a player at the table."""
    match = {
        "code": data["code"],
        "title": game.title,
        "private": True,
        "has_spectators": True,
        "rated": False,
        "counts": True,
        "options": [("Points to win", "25")],
    }
    context = {
        "match": match,
        "ruleset": ruleset_texts(type(game)),
        "data": data,
        "invite": "https://ronda.test/t/abcdefghijkl/",
        "report_reasons": ReportReason.choices,
        "is_seated": is_seated,
    }
    request = RequestFactory().get("/t/abcdefghijkl/")
    request.resolver_match = resolve(request.path)  # the header depends on it
    return render_to_string(template, context, request=request)
