"""Lighthouse and html-validate: npm installs them into a cache folder, and Playwright's Node runs them.

The system's own node may be too old for them.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from playwright._impl._driver import compute_driver_executable

PACKAGES = ("lighthouse@13.5.0", "html-validate@11.18.0")
LIGHTHOUSE = "lighthouse/cli/index.js"
HTML_VALIDATE = "html-validate/bin/html-validate.mjs"
HERE = Path(__file__).parent


def install_tools() -> Path | None:
    """Install the tools if necessary, and return their node_modules folder, or None if there is no npm."""
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "ronda" / "-".join(PACKAGES)
    modules = cache / "node_modules"
    if all((modules / script).exists() for script in (LIGHTHOUSE, HTML_VALIDATE)):
        return modules
    npm = shutil.which("npm")
    if npm is None:
        return None
    flags = "--ignore-scripts --no-audit --no-fund --no-save --no-engine-strict --loglevel=error".split()
    cache.mkdir(parents=True, exist_ok=True)
    subprocess.run([npm, "install", *flags, "--prefix", cache, *PACKAGES], check=True)
    return modules


def audit(modules: Path, url: str, port: int) -> dict[str, Any]:
    """Audit a page as loaded on a phone, in the browser with this debugging port. Return Lighthouse's report."""
    categories = "--only-categories=performance,accessibility"
    flags = [f"--port={port}", categories, "--output=json", "--quiet", "--no-enable-error-reporting"]
    report: dict[str, Any] = json.loads(_run(modules / LIGHTHOUSE, url, *flags))
    return report


def validate(modules: Path, files: list[Path], config: str) -> list[str]:
    """Return html-validate's findings in these files."""
    flags = ["--config", HERE / config, "--formatter", "json"]
    found = json.loads(_run(modules / HTML_VALIDATE, *flags, *files))
    return [
        f"{Path(file['filePath']).stem}, line {one['line']}: {one['message']} ({one['ruleId']})"
        for file in found
        for one in file["messages"]
    ]


def _run(script: Path, *arguments: str | Path) -> str:
    """Run a script and return its output. Raises RuntimeError if the output is empty.

    The exit code is ignored, because it may only mean that the script has found something.
    """
    node, _cli = compute_driver_executable()
    with TemporaryFile("w+") as output:  # a script that exits at once loses output that is still unread in a pipe
        done = subprocess.run([node, script, *arguments], stdout=output, stderr=subprocess.PIPE, text=True, check=False)
        output.seek(0)
        printed = output.read()
    if not printed:
        raise RuntimeError(done.stderr)
    return printed
