"""The sessions of the documents pass mypy --strict, each document as one program. Needs mypy."""

import doctest
import unittest

from mypy import api
from sessions import DOCUMENTS, sessions

# geopandas has no types in many versions.
OPTIONS = ["--strict", "--cache-dir", "/dev/null", "--python-version", "3.9"]
OPTIONS += ["--ignore-missing-imports"]


def check(program: str) -> str:
    """What mypy reports of the program."""
    return api.run([*OPTIONS, "-c", program])[0]


class Documents(unittest.TestCase):
    def test_the_sessions_of_the_documents(self) -> None:
        for document in DOCUMENTS:
            texts = [text for place, text in sessions() if place == document]
            examples = doctest.DocTestParser().get_examples("".join(texts))
            program = "".join(example.source for example in examples)
            with self.subTest(document):
                self.assertIn("metes.", program)
                self.assertEqual(check(program), "Success: no issues found in 1 source file\n")

    def test_a_mistake_would_be_found(self) -> None:
        program = "from metes_client import MetesClient\nMetesClient().get_boundary(3)\n"
        self.assertIn("[arg-type]", check(program))


if __name__ == "__main__":
    unittest.main()
