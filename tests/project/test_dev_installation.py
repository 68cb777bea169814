"""How dev.py installs packages, and the lock files that it installs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dev

ROOT = Path(dev.__file__).parent


class Venv:
    """A project folder with lock files. Installations in it are only counted."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.installed: list[str] = []
        self.made = 0
        monkeypatch.setattr(dev, "ROOT", folder)
        monkeypatch.setattr(dev, "VENV", folder / ".venv")
        monkeypatch.setattr(dev, "must", lambda *command: self.installed.append(str(command[-1])))
        monkeypatch.setattr(dev.venv, "create", self._create)
        self.lock("requirements.txt", "1")
        self.lock("requirements-dev.txt", "1")

    def _create(self, path: Path, **_: object) -> None:
        self.made += 1
        path.mkdir(exist_ok=True)

    def lock(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Venv:
    return Venv(tmp_path, monkeypatch)


def test_a_second_start_installs_nothing(project: Venv) -> None:
    dev.install()
    dev.install()
    assert (project.made, project.installed) == (1, ["requirements.txt"])


def test_message_catalogs_are_compiled_after_the_packages_are_installed(project: Venv) -> None:
    dev.prepare()
    assert project.installed == ["requirements.txt", "compile"]


def test_development_packages_are_added_and_stay(project: Venv) -> None:
    dev.install()
    dev.install(dev=True)
    dev.install()
    assert (project.made, project.installed) == (1, ["requirements.txt", "requirements-dev.txt"])
    project.lock("requirements.txt", "2")
    dev.install()
    assert project.installed[2:] == ["requirements-dev.txt"]


def test_a_changed_lock_file_is_installed_over_the_existing_packages(project: Venv) -> None:
    dev.install()
    project.lock("requirements.txt", "2")
    dev.install()
    assert (project.made, project.installed) == (1, ["requirements.txt"] * 2)


def test_an_interrupted_installation_starts_again(project: Venv, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(dev, "must", fail)
        with pytest.raises(KeyboardInterrupt):
            dev.install()
    dev.install()
    assert project.installed == ["requirements.txt"]


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_locked_package_has_a_hash_and_no_lock_file_names_a_registry(name: str) -> None:
    text = (ROOT / name).read_text()
    packages = re.findall(r"^[a-z].*==.* \\\n {4}--hash=sha256:", text, flags=re.M)
    assert len(packages) == len(re.findall(r"^[^\s#]", text, flags=re.M)) > 30
    assert not re.search(r"https?:|file:/|index-url", text)


def test_the_development_lock_file_contains_all_packages_of_the_site() -> None:
    site, everything = (
        set(re.findall(r"^\S+==\S+", (ROOT / name).read_text(), flags=re.M))
        for name in ("requirements.txt", "requirements-dev.txt")
    )
    assert site < everything
