"""The project's nginx in front of a server, as on a real site: TLS, HTTP/2 and a cache of static files."""

from __future__ import annotations

import getpass
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.servers import ROOT, answers, free_port

CONFIG = ROOT / "docs" / "ops"
TEMPORARY_FILES = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
CERTIFICATE = "-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost".split()

# What a public site needs to start; the proxy tells it that requests come over https.
ENVIRONMENT = {"RONDA_HTTPS": "1", "RONDA_ALLOWED_HOSTS": "127.0.0.1"}


def is_available() -> bool:
    """Return whether this machine has nginx, and openssl for its certificate."""
    return bool(shutil.which("nginx") and shutil.which("openssl"))


@contextmanager
def proxy(folder: Path, server_port: int) -> Iterator[str]:
    """Run nginx in front of the server at this port, with the project's configuration, and return nginx's URL."""
    port = free_port()
    _write_config(folder, port, server_port)
    with subprocess.Popen(["nginx", "-c", folder / "main.conf"], stderr=sys.stderr) as process:
        while not answers(port):
            assert process.poll() is None, "nginx does not start"
        try:
            yield f"https://127.0.0.1:{port}"
        finally:
            process.terminate()


def _write_config(folder: Path, port: int, server_port: int) -> None:
    """Write a certificate, nginx's main file, and the project's configuration adapted to local paths and ports."""
    folder.mkdir()
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run(["openssl", "req", *CERTIFICATE, *files], check=True, capture_output=True)
    (folder / "upstream.conf").write_text(f"server 127.0.0.1:{server_port};\n")
    tls = _with_paths((CONFIG / "nginx" / "tls.conf").read_text(), folder)
    tls = tls.replace("listen 443 ", f"listen 127.0.0.1:{port} ").replace("listen [::]:443 ssl http2;", "")
    (folder / "tls.conf").write_text(tls)
    site = _with_paths((CONFIG / "nginx.conf").read_text(), folder)
    (folder / "site.conf").write_text(site.replace("listen 80;", "").replace("listen [::]:80;", ""))
    process = f"daemon off; user {getpass.getuser()}; pid {folder}/pid; error_log stderr; events {{}}"
    paths = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in TEMPORARY_FILES)
    http = f"access_log off; include /etc/nginx/mime.types; {paths} include {folder}/site.conf;"
    (folder / "main.conf").write_text(f"{process}\nhttp {{ {http} }}\n")


def _with_paths(text: str, folder: Path) -> str:
    return text.replace("/etc/nginx/ronda", str(folder)).replace("/var/cache/nginx-ronda", f"{folder}/cache")
