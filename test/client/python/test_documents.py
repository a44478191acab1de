"""The sessions of the documents that need nothing but Python give the answers that they show."""

import unittest
from typing import Any

from sessions import DOCUMENTS, repeat, sessions


class Documents(unittest.TestCase):
    def test_the_sessions_of_the_documents(self) -> None:
        for document in DOCUMENTS:
            names: dict[str, Any] = {}
            plain = [text for place, text in sessions() if place == document and is_plain(text)]
            self.assertGreater(len(plain), 0, document)
            for text in plain:
                with self.subTest(document):
                    repeat(self, document, text, names)


def is_plain(text: str) -> bool:
    return "geopandas" not in text


if __name__ == "__main__":
    unittest.main()
