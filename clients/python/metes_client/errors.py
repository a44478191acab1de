"""Errors of the client: one class, and two kinds of it."""

from typing import Optional, cast

from .types import Problem, ProblemCode, ProblemUnmapped


class MetesProblem(Exception):
    """The call failed: the service refused it (RFC 9457), or gave no answer.

    The text of the error is `detail`, in full sentences. Distinguish problems by `code`. Two kinds
    are classes of their own: MetesUnexpectedAnswer and MetesJobCancelled.

    Attributes:
        code: Such as `not_found`. Three codes are the client's own: `unreachable`,
            `unexpected_answer` and `job_cancelled`.
        status: HTTP status of the answer; 0 if there was none.
        title: The same for every problem with this code.
        detail: What is wrong and what to do.
        type: Address of the page about the code; `about:blank` for codes of the client.
        request_id: Quote it in reports. Empty if the service did not refuse the call itself.
        retry_after_seconds: Seconds after which the call may succeed; None if the service does
            not say.
        unmapped: With `unmappable_area`, each phrase that is not a boundary; else empty.
        problem: The whole body, including members specific to its code, such as `issues`.
    """

    problem: Problem
    code: ProblemCode
    status: int
    title: str
    detail: str
    type: str
    request_id: str
    retry_after_seconds: Optional[int]

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem
        self.code = problem["code"]
        self.type = problem["type"]
        self.title = problem["title"]
        self.status = problem["status"]
        self.detail = problem["detail"]
        self.request_id = problem["request_id"]
        self.retry_after_seconds = problem.get("retry_after")

    @property
    def unmapped(self) -> list[ProblemUnmapped]:
        """With `unmappable_area`, each phrase that is not a boundary, its reason and candidates."""
        return self.problem.get("unmapped", [])

    def __str__(self) -> str:
        return self.detail


class MetesUnexpectedAnswer(MetesProblem):
    """The answer is incomplete, or does not come from the service, but for example from a proxy.

    Its code is `unexpected_answer`.

    Attributes:
        text: The text of the answer, which `str` does not show. Empty if the connection broke off.
    """

    text: str

    def __init__(self, problem: Problem, text: str = "") -> None:
        super().__init__(problem)
        self.text = text
        # What pickle passes to the copy.
        self.args = (problem, text)


class MetesJobCancelled(MetesProblem):
    """The job was cancelled, so it has no result. Its code is `job_cancelled`.

    Attributes:
        job_id: Id of the job.
    """

    job_id: str

    def __init__(self, job_id: str) -> None:
        detail = f"The job {job_id} was cancelled. Nothing was charged."
        super().__init__(problem_of_the_client("job_cancelled", "Cancelled", 0, detail))
        self.job_id = job_id
        self.args = (job_id,)


def problem_of_the_client(code: ProblemCode, title: str, status: int, detail: str) -> Problem:
    """No page describes the problem (RFC 9457 §4.2.1), and the service knows no request of it."""
    return cast(
        Problem,
        {
            "type": "about:blank",
            "title": title,
            "status": status,
            "detail": detail,
            "instance": "",
            "code": code,
            "request_id": "",
        },
    )


def unreachable(server: str, fault: str) -> MetesProblem:
    """The fault continues "No answer from the server", with its own punctuation."""
    detail = f"No answer from {server}{fault}"
    return MetesProblem(problem_of_the_client("unreachable", "No answer", 0, detail))


def unexpected_answer(
    server: str, status: int, fault: str, text: str = ""
) -> MetesUnexpectedAnswer:
    """The fault continues "The answer from the server (status 200)"."""
    detail = f"The answer from {server} (status {status}) {fault}"
    return MetesUnexpectedAnswer(
        problem_of_the_client("unexpected_answer", "Unexpected answer", status, detail), text
    )
