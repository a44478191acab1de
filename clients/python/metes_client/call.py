"""Calls operations over HTTP, and retries while the service is too busy."""

import gzip
import json
import re
import socket
import time
import urllib.request
import uuid
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from http.client import HTTPException
from typing import Any, Optional, cast
from urllib.error import HTTPError
from urllib.parse import urlsplit

from .errors import MetesProblem, MetesUnexpectedAnswer, unexpected_answer, unreachable
from .operations import TAKE_IDEMPOTENCY_KEY, VERSION
from .types import Problem
from .values import json_value

BUSY = (429, 503)
"""The service was too busy: nothing ran and nothing was charged."""
JSON_TYPE = re.compile(r"application/([\w.-]+\+)?json\b")
PROBLEM_TYPE = "application/problem+json"


@dataclass(frozen=True)
class Answer:
    """An answer as the service sent it."""

    status: int
    """200, or 202 if the body is a job."""
    headers: Mapping[str, str]
    body: bytes
    server: str = "the service"
    """What messages call the server."""

    def json(self) -> Any:
        """Parse the body. Raises MetesUnexpectedAnswer if it is not JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            raise foreign(self, "is incomplete, or is no JSON.") from None


@dataclass(frozen=True)
class Service:
    """Where the service is, and how to call it. `MetesClient` explains the fields."""

    base_url: str
    api_key: str = field(repr=False)
    """Empty for calls without a key."""
    language: Optional[str]
    headers: Mapping[str, str]
    retries: int
    max_retry_after_seconds: float
    timeout_seconds: float

    def call(self, operation: str, input: Mapping[str, Any], headers: Mapping[str, str]) -> Answer:
        request = urllib.request.Request(
            f"{self.base_url}/v1/ops/{operation}",
            data=json.dumps(
                {name: json_value(value, name) for name, value in input.items()}
            ).encode(),
            headers={**self._headers(operation), **headers},
            method="POST",
        )
        attempt = 0
        while True:
            try:
                return read_answer(send(CALLS, request, self.timeout_seconds))
            except MetesProblem as problem:
                wait_seconds = problem.retry_after_seconds if problem.status in BUSY else None
                if (
                    wait_seconds is None
                    or wait_seconds > self.max_retry_after_seconds
                    or attempt >= self.retries
                ):
                    raise
            attempt += 1
            time.sleep(wait_seconds)

    def download(self, url: Optional[str]) -> bytes:
        """Sends no key: files are public and may be on another host."""
        if url is None:
            raise ValueError(
                "url must be the address of a file, not None: there is no file after a dry run, "
                "nor of a Feature that has its geometry."
            )
        if not isinstance(url, str):
            raise TypeError(f"url must be the address of a file, not {type(url).__name__}.")
        request = urllib.request.Request(url, headers={**COMMON_HEADERS, **self.headers})
        answer = send(DOWNLOADS, request, self.timeout_seconds)
        if answer.status == 200:
            return answer.body
        read_answer(answer)
        raise not_of_metes(answer)

    def _headers(self, operation: str) -> dict[str, str]:
        headers = {**COMMON_HEADERS, **self.headers, "Content-Type": "application/json"}
        if self.api_key:
            headers["Authorization"] = f"Bearer {self.api_key}"
        if self.language is not None:
            headers["Accept-Language"] = self.language
        if operation in TAKE_IDEMPOTENCY_KEY:
            headers["Idempotency-Key"] = uuid.uuid4().hex
        return headers


COMMON_HEADERS = {"User-Agent": f"metes-client-python/{VERSION}", "Accept-Encoding": "gzip"}


def opener(*further: urllib.request.BaseHandler) -> urllib.request.OpenerDirector:
    """Unlike `build_opener`, opens no local files and follows no redirects."""
    director = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.UnknownHandler(),
        *further,
    ):
        director.add_handler(handler)
    return director


CALLS = opener()
"""Follows no redirect, so that the key goes to no other address."""
DOWNLOADS = opener(
    urllib.request.HTTPRedirectHandler(),
    urllib.request.HTTPErrorProcessor(),
    urllib.request.HTTPDefaultErrorHandler(),
)


def send(
    director: urllib.request.OpenerDirector, request: urllib.request.Request, timeout_seconds: float
) -> Answer:
    # Not the host of the request, which may be a proxy.
    server = server_of(request.full_url)
    try:
        try:
            response = director.open(request, timeout=timeout_seconds)
        except HTTPError as error:
            response = error
        with response:
            # A redirect of a file may have led to another server.
            server = server_of(response.url or request.full_url)
            return read_response(response, server)
    except (OSError, HTTPException) as error:
        cause = getattr(error, "reason", error)
        raise unreachable(server, fault_of(cause, timeout_seconds)) from error


def read_response(response: Any, server: str) -> Answer:
    """Read the whole body. Raises MetesUnexpectedAnswer if it breaks off."""
    answer = Answer(response.status, response.headers, b"", server)
    try:
        body = response.read()
        if response.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
    except (ConnectionError, HTTPException, EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise foreign(answer, "is incomplete: the connection broke off.") from error
    return replace(answer, body=body)


def server_of(url: str) -> str:
    """Without a name and a password, which may precede the host."""
    address = urlsplit(url)
    return f"{address.scheme}://{address.netloc.rpartition('@')[2]}"


def fault_of(cause: object, timeout_seconds: float) -> str:
    # The system has a limit of its own for connections, which has a number.
    if isinstance(cause, socket.timeout) and cause.errno is None:
        unit = "second" if timeout_seconds == 1 else "seconds"
        return (
            f" within {timeout_seconds:g} {unit}. "
            "Raise timeout_seconds, or use job_after_seconds for long calls."
        )
    reason = getattr(cause, "strerror", None) or str(cause) or type(cause).__name__
    return (
        f": {reason}. Is a server running there? "
        'Start one with "metes serve", or name another as base_url or in METES_SERVER.'
    )


def read_answer(answer: Answer) -> Answer:
    """Raise MetesProblem if the service refused, MetesUnexpectedAnswer if another answered."""
    content_type = answer.headers.get("Content-Type", "")
    is_problem = content_type.startswith(PROBLEM_TYPE)
    if not JSON_TYPE.match(content_type) or is_problem == (200 <= answer.status < 300):
        raise not_of_metes(answer)
    if not is_problem:
        return answer
    body = answer.json()
    if not isinstance(body, dict):
        raise not_of_metes(answer)
    # The problem of a gateway may lack what every problem of the service has.
    title = body.get("title", f"Status {answer.status}")
    known = {
        "type": "about:blank",
        "title": title,
        "status": answer.status,
        "detail": title,
        "instance": "",
        "code": "",
        "request_id": answer.headers.get("X-Request-Id", ""),
    }
    raise MetesProblem(cast(Problem, {**known, **body}))


def not_of_metes(answer: Answer) -> MetesUnexpectedAnswer:
    """Names what came instead, without its text, which may be a whole page."""
    location = answer.headers.get("Location")
    media_type = answer.headers.get("Content-Type", "").partition(";")[0].strip()
    found = f"a redirect to {location}" if location else media_type or "of no known type"
    return foreign(answer, f"did not come from Metes: it is {found}.")


def foreign(answer: Answer, fault: str) -> MetesUnexpectedAnswer:
    text = answer.body.decode(errors="replace")
    return unexpected_answer(answer.server, answer.status, fault, text)
