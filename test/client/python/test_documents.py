"""The sessions of the documents that need nothing but Python give the answers that they show."""

import unittest

from sessions import DOCUMENTS, repeat, sessions


class Documents(unittest.TestCase):
    def test_the_sessions_of_the_documents(self) -> None:
        plain = [(document, text) for document, text in sessions() if "geopandas" not in text]
        self.assertEqual(tuple(document for document, _ in plain), DOCUMENTS)
        for document, text in plain:
            with self.subTest(document):
                repeat(self, document, text, {})


if __name__ == "__main__":
    unittest.main()
