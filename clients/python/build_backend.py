"""Builds the package with nothing but Python (PEP 517), so that pip needs no network."""

import base64
import hashlib
import io
import json
import tarfile
import zipfile
from configparser import ConfigParser
from pathlib import Path
from typing import Any, Optional

from metes_client import __version__

ROOT = Path(__file__).parent
NAME = f"metes_client-{__version__}"
INFO = f"{NAME}.dist-info"
WHEEL = "Wheel-Version: 1.0\nGenerator: metes\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def build_wheel(
    wheel_directory: str,
    config_settings: Optional[dict[str, Any]] = None,
    metadata_directory: Optional[str] = None,
) -> str:
    files = {
        **package_files(),
        f"{INFO}/METADATA": metadata(),
        f"{INFO}/WHEEL": WHEEL.encode(),
        f"{INFO}/licenses/LICENSE": (ROOT / "LICENSE").read_bytes(),
    }
    record = [f"{path},sha256={digest(data)},{len(data)}" for path, data in files.items()]
    files[f"{INFO}/RECORD"] = "\n".join([*record, f"{INFO}/RECORD,,", ""]).encode()
    wheel = f"{NAME}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            # A date of its own, so that the same files are the same wheel.
            entry = zipfile.ZipInfo(path)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return wheel


def build_sdist(sdist_directory: str, config_settings: Optional[dict[str, Any]] = None) -> str:
    own = ("LICENSE", "README.md", "build_backend.py", "pyproject.toml")
    files = {
        **package_files(),
        **{name: (ROOT / name).read_bytes() for name in own},
        "PKG-INFO": metadata(),
    }
    sdist = f"{NAME}.tar.gz"
    with tarfile.open(Path(sdist_directory, sdist), "w:gz") as archive:
        for path, data in files.items():
            entry = tarfile.TarInfo(f"{NAME}/{path}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return sdist


def package_files() -> dict[str, bytes]:
    paths = [*ROOT.glob("metes_client/*.py"), ROOT / "metes_client/py.typed"]
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in sorted(paths)}


def metadata() -> bytes:
    """The core metadata, of pyproject.toml."""
    settings = ConfigParser()
    settings.read(ROOT / "pyproject.toml", encoding="utf-8")
    project = {name: json.loads(value) for name, value in settings["project"].items()}
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {__version__}",
        f"Summary: {project['description']}",
        f"Requires-Python: {project['requires-python']}",
        f"License-Expression: {project['license']}",
        *(f"License-File: {name}" for name in project["license-files"]),
        "Description-Content-Type: text/markdown",
        "",
        (ROOT / project["readme"]).read_text(encoding="utf-8"),
    ]
    return "\n".join(lines).encode()


def digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
