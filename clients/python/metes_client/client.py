"""The client: what operations share."""

import os
from collections.abc import Mapping
from typing import Any, Optional, cast
from urllib.parse import urlsplit

from .call import Answer, Service, server_of
from .jobs import LongAnswer, OnStep, OnUpdate, wait_for_job
from .operations import Operations
from .types import Job

DEFAULT_BASE_URL = "http://localhost:8080"
ACCEPTED = 202


class MetesClient(Operations):
    """Calls a Metes service: each operation is a method.

    It keeps no connection open and may be used by several threads.
    """

    def __init__(
        self,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        *,
        language: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        retries: int = 2,
        max_retry_after_seconds: float = 60,
        timeout_seconds: float = 300,
    ) -> None:
        """Create a client. No connection is opened until the first call.

        Args:
            base_url: Address of the service, with http:// or https://. Default: the environment
                variable METES_SERVER, else http://localhost:8080.
            api_key: A key of the account, or an OAuth access token. Default: the environment
                variable METES_API_KEY. Without one, only public operations can be called.
            language: Languages of names, as in Accept-Language: `de, en;q=0.5`.
            headers: Further headers of each call, such as `User-Agent`.
            retries: Number of retries while the service is too busy (429, 503). With 0, the
                call fails at once, and `retry_after_seconds` of the problem says when to retry.
            max_retry_after_seconds: Maximum sleep before a retry; a call that has to wait longer
                fails at once.
            timeout_seconds: Maximum time without any data from the service.

        Raises:
            ValueError: base_url is no URL, as in `MetesClient("localhost:8080")`, or the key has
                characters that no key has.
        """
        url = base_url or os.environ.get("METES_SERVER") or DEFAULT_BASE_URL
        if not url.startswith(("http://", "https://")):
            raise ValueError(
                f'base_url must be a URL such as {DEFAULT_BASE_URL}; "{url}" is not one.'
            )
        # A key from a file may end with a line break.
        key = (os.environ.get("METES_API_KEY", "") if api_key is None else api_key).strip()
        if not (key.isascii() and key.isprintable()):
            # Else http.client would refuse the header, and show the key.
            raise ValueError("The API key contains invalid characters.")
        self._service = Service(
            base_url=url.rstrip("/"),
            api_key=key,
            language=language,
            headers=headers or {},
            retries=retries,
            max_retry_after_seconds=max_retry_after_seconds,
            timeout_seconds=timeout_seconds,
        )

    def __repr__(self) -> str:
        url = self._service.base_url
        key = ", api_key=…" if self._service.api_key else ""
        return f"MetesClient({server_of(url) + urlsplit(url).path!r}{key})"

    def request(
        self,
        operation: str,
        input: Optional[Mapping[str, Any]] = None,
        *,
        idempotency_key: Optional[str] = None,
        language: Optional[str] = None,
        job_after_seconds: Optional[int] = None,
        max_inline_bytes: Optional[int] = None,
    ) -> Answer:
        """Call an operation by its name, which may be newer than this client.

        Args:
            operation: Name of the operation.
            input: Its input. Fields that are None are left out.
            idempotency_key: Repeats with the same key get the first answer and cost nothing.
            language: Languages of names for this call, instead of the client's.
            job_after_seconds: Requests a job, with status 202, if the call takes longer.
            max_inline_bytes: A Feature with more bytes has the address of a file instead of a
                geometry. Default: the limit of the service.

        Raises:
            MetesProblem: The call failed.
            ValueError: A number of the input is not finite.
            TypeError: JSON lacks a type of the input, such as a set.
        """
        preferences = []
        if job_after_seconds is not None:
            preferences += ["respond-async", f"wait={job_after_seconds}"]
        if max_inline_bytes is not None:
            preferences.append(f"max-inline-bytes={max_inline_bytes}")
        headers = {
            "Idempotency-Key": idempotency_key,
            "Accept-Language": language,
            "Prefer": ", ".join(preferences) or None,
        }
        return self._service.call(
            operation,
            {name: value for name, value in (input or {}).items() if value is not None},
            {name: value for name, value in headers.items() if value is not None},
        )

    def wait_for_job(
        self,
        job: Job,
        on_step: Optional[OnStep] = None,
        on_update: Optional[OnUpdate] = None,
    ) -> dict[str, Any]:
        """Wait until the job ends, and return the answer of the call.

        Ctrl-C ends only this wait, and the job runs on; `LongAnswer.wait` also cancels it.

        Args:
            job: The job, as get_job returns it.
            on_step: Called once with the text of each step.
            on_update: Called with the job at the start and after each request.

        Raises:
            MetesProblem: The job failed. MetesJobCancelled, a kind of it: the job was cancelled.
        """
        return wait_for_job(self.get_job, job, on_step, on_update)

    def download(self, url: Optional[str]) -> bytes:
        """Return the file at the address that an answer names in `url` or `download_url`.

        Args:
            url: The address. The types of answers allow None, because a dry run makes no file.

        Raises:
            MetesProblem: There is no such file, for example because it has expired.
            ValueError: The address is None.
        """
        return self._service.download(url)

    def _call(
        self, operation: str, input: Mapping[str, Any], idempotency_key: Optional[str] = None
    ) -> Any:
        return self.request(operation, input, idempotency_key=idempotency_key).json()

    def _call_long(
        self,
        operation: str,
        input: Mapping[str, Any],
        idempotency_key: Optional[str],
        job_after_seconds: Optional[int],
    ) -> Any:
        answer = self.request(
            operation, input, idempotency_key=idempotency_key, job_after_seconds=job_after_seconds
        )
        body = answer.json()
        if job_after_seconds is None:
            return body
        job = cast(Job, body) if answer.status == ACCEPTED else None
        return LongAnswer(body, job, self.get_job, self.cancel_job)
