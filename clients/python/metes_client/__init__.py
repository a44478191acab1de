"""Calls a Metes service. Needs nothing but Python.

    metes = MetesClient("http://localhost:8080")
    found = metes.search_boundaries("Luxembourg")
"""

from .call import Answer
from .client import MetesClient
from .errors import MetesJobCancelled, MetesProblem, MetesUnexpectedAnswer
from .jobs import LongAnswer
from .operations import VERSION as __version__

__all__ = [
    "Answer",
    "LongAnswer",
    "MetesClient",
    "MetesJobCancelled",
    "MetesProblem",
    "MetesUnexpectedAnswer",
    "__version__",
]
