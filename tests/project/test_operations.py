"""docs/operations.md and docs/ops match the code."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands
from django.test import Client

from tests.servers import UVICORN_OPTIONS

ROOT = Path(__file__).resolve().parents[2]
OPS = ROOT / "docs" / "ops"
GUIDE = (ROOT / "docs" / "operations.md").read_text()
DOCS = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
UNITS = sorted((OPS / "systemd").iterdir())
# Variables of compose.yaml and the scripts, not of the site.
NOT_SETTINGS = {"RONDA_PORT", "RONDA_BIND", "RONDA_VERSION", "RONDA_CERTIFICATE", "RONDA_CERTIFICATE_KEY"} | {
    "RONDA_ENV_FILE"
}


def unit_values(file: Path, key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", file.read_text(), flags=re.M)


def test_the_documented_variables_are_exactly_those_in_use() -> None:
    read = set(re.findall(r'"((?:RONDA|DATABASE|EMAIL)_[A-Z_]+)"', (ROOT / "ronda_site/settings.py").read_text()))
    table = GUIDE.partition("## Settings")[2].partition("## Update")[0]
    told = set(re.findall(r"`((?:RONDA|DATABASE|EMAIL)_[A-Z_]+)`", table))
    social = {"RONDA_SOCIAL_"}
    assert {name for name in read - told if not name.startswith("RONDA_SOCIAL_")} == set()
    assert told - read - social == set()
    everywhere = set(re.findall(r"\b(RONDA_[A-Z_]+[A-Z])\b", GUIDE))
    assert {name for name in everywhere - read - NOT_SETTINGS if not name.startswith("RONDA_SOCIAL")} == set()


@pytest.mark.parametrize("file", DOCS, ids=lambda file: file.name)
def test_every_command_in_the_documents_exists(file: Path) -> None:
    named = set(re.findall(r"(?:manage\.py|ronda-manage) ([a-z_]+)\b", file.read_text()))
    assert named - set(get_commands()) == set()


def test_uvicorn_is_tested_with_the_options_that_the_guide_recommends() -> None:
    section = GUIDE.partition("### On uvicorn")[2].partition("###")[0]
    assert UVICORN_OPTIONS in " ".join(section.replace("\\\n", " ").split())


@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_every_unit_uses_the_environment_file_and_existing_commands(file: Path) -> None:
    lines = unit_values(file, "ExecStart")
    assert bool(lines) == (file.suffix == ".service")
    for line in lines:
        command = re.search(r"ronda-manage ([a-z_]+)", line)
        if command:
            assert command[1] in get_commands()
        else:
            assert unit_values(file, "EnvironmentFile") == ["/etc/ronda.env"]
            assert " -v 0 " in line
    if file.suffix == ".timer":
        assert file.with_suffix(".service") in UNITS
    else:
        assert unit_values(file, "User") == ["ronda"]


@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_the_guide_names_every_unit(file: Path) -> None:
    name = file.stem if file.suffix == ".service" else file.name
    assert name in GUIDE or (OPS / "systemd" / f"{file.stem}.timer") in UNITS


def test_containers_run_the_commands_of_all_timers() -> None:
    timed = {
        command
        for file in UNITS
        if file.suffix == ".timer"
        for command in re.findall(r"ronda-manage ([a-z_]+)", file.with_suffix(".service").read_text())
    }
    nightly = GUIDE.partition("Run these every night from a timer on the host")[2].partition("**Restore.**")[0]
    in_containers = set(re.findall(r"manage\.py ([a-z_]+)", nightly))
    assert timed - {"backup"} == in_containers  # the database's container makes the backup
    assert "pg_dump" in nightly


def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    tool = shutil.which("systemd-analyze")
    if tool is None:  # the tests above check the units anyway
        return
    for file in UNITS:  # the real programs are missing here; any existing one will do
        text = re.sub(r"/srv/ronda/current/\S+", "/bin/true", file.read_text())
        (tmp_path / file.name).write_text(text)
    done = subprocess.run(
        [tool, "verify", "--man=no", *map(str, tmp_path.iterdir())], capture_output=True, text=True, check=False
    )
    assert [line for line in done.stderr.splitlines() if "ronda" in line] == []


@pytest.fixture
def proxy(tmp_path: Path) -> Path:
    """nginx's configuration, installed in a temporary folder as the guide describes."""
    place = tmp_path / "nginx"
    (place / "ronda").mkdir(parents=True)
    site = (OPS / "nginx.conf").read_text()
    for there, here in (("/etc/nginx/", f"{place}/"), ("/var/cache/nginx-ronda", f"{place}/cache")):
        site = site.replace(there, here)
    (place / "site.conf").write_text(re.sub(r"(listen .*)\b80;", r"\g<1>18080;", site))
    shutil.copy(OPS / "nginx/upstream-host.conf", place / "ronda/upstream.conf")
    temporary = "".join(f"{kind}_temp_path {place}/{kind};" for kind in "client_body proxy fastcgi uwsgi scgi".split())
    http = f"http {{ access_log off; {temporary} include {place}/site.conf; }}"
    whole = f"pid {place}/pid; error_log stderr; events {{}} {http}"
    (place / "nginx.conf").write_text(whole)
    return place / "nginx.conf"


def test_nginx_accepts_the_proxy_configuration(proxy: Path) -> None:
    text = (OPS / "nginx.conf").read_text()
    code = re.sub(r"#.*|'[^']*'", "", text)
    assert code.count("{") == code.count("}")
    for wanted in ("Host $http_host;", "X-Forwarded-For $proxy_add_x_forwarded_for;", "X-Forwarded-Proto $scheme;"):
        assert f"proxy_set_header {wanted}" in text
    for address in ("/metrics", "/readyz"):
        assert f"location = {address} {{ return 404; }}" in text
    if nginx := shutil.which("nginx"):
        done = subprocess.run([nginx, "-t", "-c", str(proxy)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "[warn]" not in done.stderr


def test_every_include_of_the_proxy_is_one_of_our_files() -> None:
    included = re.findall(r"include /etc/nginx/ronda/(\w+)\S*\.conf;", (OPS / "nginx.conf").read_text())
    there = {file.name for file in (OPS / "nginx").iterdir()}
    assert included == ["upstream", "tls"]
    assert {"upstream-host.conf", "upstream-compose.conf", "tls.conf"} == there


@pytest.mark.django_db
def test_every_metric_in_the_alerts_and_the_guide_is_exported(client: Client, settings: Any) -> None:
    settings.METRICS = True
    from games.live import metrics

    gauges = re.findall(r'GaugeMetricFamily\(\s*"(ronda_\w+)"', Path(metrics.__file__).read_text())
    exported = set(re.findall(r"^# TYPE (ronda_\w+)", client.get("/metrics").text, flags=re.M)) | set(gauges)
    alerts = (OPS / "alerts.yml").read_text()
    told = set(re.findall(r"\bronda_[a-z_]+\b", alerts + GUIDE.partition("### Metrics")[2].partition("## Sizing")[0]))
    assert {re.sub(r"_(bucket|sum|count)$", "", name) for name in told} - exported == set()
    rules = yaml.safe_load(alerts)["groups"][0]["rules"]
    assert all(rule["alert"] in GUIDE for rule in rules)
    yaml.safe_load((OPS / "prometheus.yml").read_text())


def test_each_version_in_the_changelog_describes_upgrade_and_rollback() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text()
    current = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(), flags=re.M)
    assert current
    newest = changes.partition(f"\n## {current[1]}\n")[2].partition("\n## ")[0]
    assert "**Upgrade**" in newest
    assert "**Roll back**" in newest


def test_the_wrapper_passes_values_unchanged_and_refuses_ambiguous_ones(tmp_path: Path) -> None:
    (tmp_path / ".venv/bin").mkdir(parents=True)
    python = tmp_path / ".venv/bin/python"
    python.write_text('#!/bin/sh\nprintf "%s|" "$RONDA_X" "$@"\n')
    python.chmod(0o755)
    file = tmp_path / "env"

    def manage(text: str) -> subprocess.CompletedProcess[str]:
        file.write_text(text)
        own = {
            "PATH": "/usr/bin:/bin",
            "RONDA_ENV_FILE": str(file),
            "RONDA_RELEASE": str(tmp_path),
            "RONDA_USER": "root",
        }
        command = ["sh", str(OPS / "ronda-manage"), "shell", "-c", "a b"]
        return subprocess.run(command, env=own, capture_output=True, text=True, check=False)

    assert manage("# said\n\nRONDA_X=a$HOME `b` & c#d=e").stdout == "a$HOME `b` & c#d=e|manage.py|shell|-c|a b|"
    for wrong in ('RONDA_X="a"', "RONDA_X='a'", "RONDA_X=a\\b", "export RONDA_X=a", "nonsense"):
        done = manage(wrong)
        assert (done.returncode, done.stdout) == (1, "")
        assert str(file) in done.stderr
