"""A mail server on loopback that stores the emails it receives."""

from __future__ import annotations

import socketserver
from email import message_from_bytes, policy
from email.message import EmailMessage
from queue import Queue


class _Handler(socketserver.StreamRequestHandler):
    """The part of SMTP (RFC 5321) that a client without encryption or login needs."""

    server: MailSink
    timeout = 60  # seconds until a silent client is disconnected

    def handle(self) -> None:
        self._say("220 sink")
        while line := self.rfile.readline():
            verb = line.split(b" ")[0].strip().upper()
            if verb == b"DATA":
                self._say("354 go on")
                self.server.mails.put(self._read_mail())
                self._say("250 kept")
            elif verb == b"QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 ok")

    def _read_mail(self) -> EmailMessage:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line.removeprefix(b".").replace(b"\r\n", b"\n"))
        return message_from_bytes(b"".join(lines), policy=policy.default)

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


class MailSink(socketserver.ThreadingTCPServer):
    """The server. ``mails`` contains the received emails that no test has taken yet."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.mails: Queue[EmailMessage] = Queue()

    @property
    def port(self) -> int:
        """Return the port that the server listens on."""
        return int(self.server_address[1])

    def take(self) -> EmailMessage:
        """Return the next email. It has arrived by the time the request that sent it is answered."""
        return self.mails.get(timeout=60)
