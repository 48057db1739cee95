"""The installer, as far as it can be tried without root and without a Pi; the rest was done in a Debian chroot."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[2] / "systemd"
INSTALL = SYSTEMD / "install"
SCRIPTS = (INSTALL, *(Path(__file__).with_name(name) for name in ("on-arm64", "in-chroot")))


def install(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(INSTALL), *words], capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_shellcheck_finds_nothing(script: Path) -> None:
    done = subprocess.run(["shellcheck", str(script)], capture_output=True, text=True, check=False)
    assert done.stdout == ""


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_scripts_stop_at_the_first_trouble(script: Path) -> None:
    assert os.access(script, os.X_OK)
    assert "set -euo pipefail" in script.read_text(encoding="utf-8")


def test_it_says_how_it_is_used() -> None:
    told = install("--help")
    assert told.returncode == 0
    assert "sudo ./systemd/install --uninstall --purge" in told.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--what"], "install: --what is not known; --help says what is"),
        (["--purge"], "install: --purge goes with --uninstall"),
        (["--wheels", "/nowhere"], "install: there is no folder /nowhere"),
        (["--wheels"], "install: --wheels needs a word behind it"),
        (["--name"], "install: --name needs a word behind it"),
        (["--name", "My Box"], "install: My Box is no name for a machine: a-z, 0-9 and -"),
    ],
)
def test_what_it_does_not_understand_is_refused_in_a_sentence(words: list[str], sentence: str) -> None:
    told = install("--dry-run", *words)  # what is not refused shall not be done to this machine
    assert (told.returncode, told.stderr.strip()) == (1, sentence)


def test_a_rehearsal_changes_nothing_or_says_what_is_missing() -> None:
    before = Path("/etc/dice-reader.toml").exists()
    told = install("--dry-run")
    if told.returncode:
        assert told.stderr.startswith("install: ")
        assert len(told.stderr.splitlines()) == 1
    else:
        assert told.stdout.rstrip().endswith("nothing was changed.")
    assert Path("/etc/dice-reader.toml").exists() == before


def test_settings_that_are_there_are_never_overwritten() -> None:
    text = INSTALL.read_text(encoding="utf-8")
    writes = [line for line in text.splitlines() if "$settings" in line and ("install -m" in line or ">" in line)]
    assert writes == ['copy_settings() { install -m 644 "$here/dice-reader.toml" $settings; }']
    assert "has_settings copy_settings" in text
