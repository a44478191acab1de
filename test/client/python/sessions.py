"""The sessions of the documents, which doctest repeats with the service of the tests."""

import doctest
import os
import re
import unittest
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
DOCUMENTS = ("docs/guide/clients.md", "clients/python/README.md")


def sessions() -> list[tuple[str, str]]:
    """Where each session is, and its text."""
    return [
        (document, text.replace("http://localhost:8080", os.environ.get("METES_SERVER", "")))
        for document in DOCUMENTS
        for text in re.findall(
            r"```python\n(>>> .*?)```", (ROOT / document).read_text(encoding="utf-8"), re.DOTALL
        )
    ]


def repeat(case: unittest.TestCase, document: str, text: str, names: dict[str, Any]) -> None:
    """Run the session, which uses the names and adds its own."""
    written: list[str] = []
    test = doctest.DocTestParser().get_doctest(text, names, document, document, 0)
    case.assertGreater(len(test.examples), 1, document)
    doctest.DocTestRunner().run(test, out=written.append, clear_globs=False)
    names.update(test.globs)
    case.assertEqual("".join(written), "")
