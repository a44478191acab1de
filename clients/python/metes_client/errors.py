"""Errors of the client."""

from typing import Literal, Optional, Union

from .types import Problem, ProblemCode


class MetesError(Exception):
    """Any error of the client."""


class MetesProblem(MetesError):
    """The service refused the call (RFC 9457), or did not answer.

    Distinguish problems by `code`; the text of the error is a full sentence.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem
        """The whole body, including members specific to its code, such as `issues`."""
        self.code: Union[ProblemCode, Literal["unreachable"]] = problem["code"]
        """`unreachable` if there was no answer."""
        self.type = problem["type"]
        self.title = problem["title"]
        self.status = problem["status"]
        """The status of the answer; 0 if there was none."""
        self.detail = problem["detail"]
        self.request_id = problem["request_id"]
        """Quote it in reports. Empty if there was no answer."""
        self.retry_after_seconds: Optional[int] = problem.get("retry_after")
        """Seconds after which the call may succeed; None if the service does not say."""

    def __str__(self) -> str:
        return self.detail


class MetesUnexpectedAnswer(MetesError):
    """The answer does not come from the service, but for example from a proxy."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(status, text)
        self.status = status
        self.text = text

    def __str__(self) -> str:
        return f"The answer (status {self.status}) did not come from Metes: {self.text[:200]}"


class MetesJobCancelled(MetesError):
    """The job was cancelled, so it has no result."""

    def __init__(self, job_id: str) -> None:
        super().__init__(job_id)
        self.job_id = job_id

    def __str__(self) -> str:
        return f"The job {self.job_id} was cancelled. Nothing was charged."
