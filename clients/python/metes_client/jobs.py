"""Waits for the end of jobs."""

import time
from typing import Any, Callable, Generic, Optional, TypeVar, cast

from .errors import MetesJobCancelled, MetesProblem, MetesUnexpectedAnswer
from .types import Job, Problem

Output = TypeVar("Output")
OnStep = Callable[[str], object]
OnUpdate = Callable[[Job], object]

WAIT_SECONDS = 20
"""Maximum wait of get_job; it answers sooner after a change."""
DEFAULT_RETRY_AFTER_SECONDS = 1


class LongAnswer(Generic[Output]):
    """The answer of a long call, or the job that computes it."""

    def __init__(self, body: Any, job: Optional[Job], get_job: Callable[..., Job]) -> None:
        self.job = job
        """None if the answer came at once."""
        self._body = body
        self._get_job = get_job

    def wait(
        self, on_step: Optional[OnStep] = None, on_update: Optional[OnUpdate] = None
    ) -> Output:
        """Return the answer, as soon as the job has ended. See `MetesClient.wait_for_job`."""
        if self.job is None:
            return cast(Output, self._body)
        return cast(Output, wait_for_job(self._get_job, self.job, on_step, on_update))


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
            raise MetesUnexpectedAnswer(200, f"the job {job['id']} has ended without a result")
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
