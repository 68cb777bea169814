"""A Twisted transport that writes at once, without waiting for the event loop to report the socket as writable."""

from __future__ import annotations

from twisted.internet import tcp


class ImmediateTransport(tcp.Server):
    """A server's TCP connection. It buffers only the data that the kernel does not accept.

    Twisted buffers every write, registers the socket for writing, and sends in the next iteration of the loop. That
    takes three system calls and a callback for each frame instead of one system call.
    """

    def write(self, data: bytes) -> None:
        """Send the data, and buffer what the kernel does not accept, as Twisted does.

        While any data is buffered, all new data is buffered too.
        """
        if data and self._may_send_now():
            try:
                data = data[self.socket.send(data) :]
            except OSError:  # the kernel's buffer is full, or the loop finds the same error and closes the connection
                pass
        if data:
            super().write(data)  # type: ignore[no-untyped-call]

    def _may_send_now(self) -> bool:
        is_open = self.connected and not (self.disconnecting or self._aborting or self._writeDisconnecting or self.TLS)
        return bool(is_open) and not (self.dataBuffer or self._tempDataBuffer)
