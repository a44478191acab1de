"""Waits for the end of jobs."""

import contextlib
import time
from typing import Any, Callable, Generic, Optional, TypeVar, cast

from .errors import MetesJobCancelled, MetesProblem, unexpected_answer
from .types import Job, Problem

Output = TypeVar("Output")
OnStep = Callable[[str], object]
OnUpdate = Callable[[Job], object]

WAIT_SECONDS = 20
"""Maximum wait of get_job; it answers sooner after a change."""
DEFAULT_RETRY_AFTER_SECONDS = 1


class LongAnswer(Generic[Output]):
    """The answer of a long call, or the job that computes it.

    Attributes:
        job: The job, as the service last described it; None if the answer came at once.
    """

    job: Optional[Job]

    def __init__(
        self,
        body: Any,
        job: Optional[Job],
        get_job: Callable[..., Job],
        cancel_job: Callable[..., Job],
    ) -> None:
        self.job = job
        self._body = body
        self._get_job = get_job
        self._cancel_job = cancel_job

    def __repr__(self) -> str:
        if self.job is None:
            return "<LongAnswer: answered>"
        return f"<LongAnswer: job {self.job['id']}, {self.job['state']}>"

    def wait(
        self, on_step: Optional[OnStep] = None, on_update: Optional[OnUpdate] = None
    ) -> Output:
        """Return the answer, as soon as the job has ended. See `MetesClient.wait_for_job`.

        Ctrl-C, or the interruption of a notebook's cell, also cancels the job.
        """
        if self.job is None:
            return cast(Output, self._body)

        def keep(job: Job) -> None:
            self.job = job
            if on_update is not None:
                on_update(job)

        try:
            return cast(Output, wait_for_job(self._get_job, self.job, on_step, keep))
        except KeyboardInterrupt:
            # Without the server, the job cannot be cancelled, but the program must still end.
            with contextlib.suppress(MetesProblem):
                self.cancel()
            raise

    def cancel(self) -> None:
        """Cancel the job, if it has not ended. Nothing is charged for a cancelled job."""
        if self.job is not None:
            self.job = self._cancel_job(self.job["id"])


def wait_for_job(
    get_job: Callable[..., Job],
    job: Job,
    on_step: Optional[OnStep],
    on_update: Optional[OnUpdate],
) -> dict[str, Any]:
    """Return the result of the job once it is done. See `MetesClient.wait_for_job`."""
    reported = 0
    while True:
        if on_update is not None:
            on_update(job)
        for step in job["steps"][reported:]:
            if on_step is not None:
                on_step(step["text"])
        reported = len(job["steps"])
        if job["state"] == "done" and job["result"] is not None:
            return job["result"]
        if job["state"] == "failed" and job["problem"] is not None:
            raise MetesProblem(cast(Problem, job["problem"]))
        if job["state"] == "cancelled":
            raise MetesJobCancelled(job["id"])
        if job["state"] in ("done", "failed"):
            fault = f"says that the job {job['id']} has ended without a result."
            raise unexpected_answer("the service", 200, fault)
        job = next_state(get_job, job["id"])


def next_state(get_job: Callable[..., Job], id: str) -> Job:
    """A limit of calls only delays the answer: the job runs on."""
    while True:
        try:
            return get_job(id, wait=WAIT_SECONDS)
        except MetesProblem as problem:
            if problem.code != "rate_limited":
                raise
            wait_seconds = problem.retry_after_seconds
            time.sleep(DEFAULT_RETRY_AFTER_SECONDS if wait_seconds is None else wait_seconds)
