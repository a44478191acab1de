"""The client against a running service, which METES_SERVER and METES_API_KEY name."""

import json
import os
import pickle
import re
import typing
import unittest
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from conformance import faults
from metes_client import Answer, MetesClient, MetesJobCancelled, MetesProblem
from sessions import ROOT

UNKNOWABLE = {
    "revoke_key": "not_found",
    "poll_device_login": "invalid_grant",
    "get_job": "not_found",
    "cancel_job": "not_found",
}
"""They need the id of a key, a job or a device code, which no example can know, and are refused."""
HOSTILE = (
    "Łódź 東京 🗺️",
    "'; drop table boundaries; --",
    '"quoted" \\backslash\\ {braces} %s $HOME',
    "in",
    "from",
    "None",
)

metes = MetesClient()


class RecordingClient(MetesClient):
    """Keeps the calls that it sends."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[tuple[str, dict[str, typing.Any]]] = []

    def request(
        self,
        operation: str,
        input: typing.Optional[Mapping[str, typing.Any]] = None,
        **options: typing.Any,
    ) -> Answer:
        given = {name: value for name, value in (input or {}).items() if value is not None}
        self.calls.append((operation, given))
        return super().request(operation, input, **options)


def programs_of(name: str) -> list[str]:
    """The examples in Python on the page of the operation."""
    page = (ROOT / f"docs/reference/{name}.md").read_text(encoding="utf-8")
    return re.findall(r"```python Python\n(.*?)\n```", page, re.DOTALL)


def output_of(name: str) -> typing.Any:
    """The type of the answer, of a long operation that of the answer itself."""
    declared = typing.get_type_hints(getattr(MetesClient, name))["return"]
    return typing.get_args(declared)[0] if typing.get_origin(declared) is typing.Union else declared


class Operations(unittest.TestCase):
    maxDiff = None

    def expect(self, operation: str, /, **arguments: typing.Any) -> typing.Any:
        """Call the operation, and check the answer against its type."""
        answer = getattr(metes, operation)(**arguments)
        self.assertEqual(faults(answer, output_of(operation)), [])
        return answer

    def test_each_example_on_the_pages_of_the_reference_is_answered_as_its_type_says(self) -> None:
        ops = metes.list_ops()["ops"]
        self.assertGreater(len(ops), 20)
        for op in ops:
            name = op["name"]
            programs = programs_of(name)
            self.assertEqual(len(programs), len(op["examples"]), name)
            for program, example in zip(programs, op["examples"]):
                with self.subTest(name, example=example["title"]):
                    client = RecordingClient()
                    self.run_program(name, program, client)
                    self.assertEqual(client.calls, [(name, example["input"])])

    def run_program(self, operation: str, program: str, client: MetesClient) -> None:
        """Run the text, and check its answer against the type of the operation."""
        names: dict[str, typing.Any] = {"metes": client}
        if operation in UNKNOWABLE:
            with self.assertRaises(MetesProblem) as refused:
                exec(program, names)
            self.assertEqual(refused.exception.code, UNKNOWABLE[operation])
        else:
            exec(program, names)
            self.assertEqual(faults(names["answer"], output_of(operation)), [])

    def test_each_operation_is_a_method_with_the_fields_of_its_input(self) -> None:
        of_call = {"return", "idempotency_key", "job_after_seconds"}
        for op in metes.list_ops()["ops"]:
            parameters = typing.get_type_hints(getattr(MetesClient, op["name"])).keys() - of_call
            self.assertEqual(parameters, op["input"].get("properties", {}).keys(), op["name"])

    def test_keys_are_created_and_revoked(self) -> None:
        made = self.expect("create_key", name='in "from" Łódź')
        self.assertEqual(made["name"], 'in "from" Łódź')
        self.assertEqual(MetesClient(api_key=made["api_key"]).get_account(), metes.get_account())
        self.expect("revoke_key", id=made["id"])

    def test_a_device_polls_until_a_person_approves(self) -> None:
        started = metes.start_device_login(client_name="a notebook")
        with self.assertRaises(MetesProblem) as refused:
            metes.poll_device_login(started["device_code"])
        self.assertEqual(refused.exception.code, "authorization_pending")
        self.assertEqual(refused.exception.problem["interval"], started["interval"])

    def test_the_fields_that_a_command_takes_by_position_need_no_name(self) -> None:
        self.assertEqual(metes.get_boundary("iso:LI"), metes.get_boundary(id="iso:LI"))
        self.assertEqual(
            metes.contains_points("iso:LI", points=[(9.52, 47.14), [0, 0]])["inside"],
            [True, False],
        )

    def test_names_are_in_the_language_of_the_client_or_of_the_call(self) -> None:
        german = MetesClient(language="de")
        self.assertEqual(german.get_boundary("iso:AT")["properties"]["name"], "Österreich")
        answer = german.request("get_boundary", {"id": "iso:AT"}, language="fr")
        self.assertEqual(answer.json()["properties"]["name"], "Autriche")

    def test_hostile_texts_arrive_unchanged(self) -> None:
        for text in HOSTILE:
            with self.subTest(text):
                metes.search_boundaries(text)
                self.assertEqual(metes.update_profile(company=text)["profile"]["company"], text)
        self.assertIsNone(metes.update_profile(company="")["profile"]["company"])

    def test_numbers_that_json_lacks_are_refused_before_the_call(self) -> None:
        with self.assertRaises(ValueError):
            metes.reverse_boundaries(float("nan"), 0)

    def test_threads_share_a_client(self) -> None:
        with ThreadPoolExecutor(4) as threads:
            found = list(threads.map(metes.get_boundary, ["iso:LI", "iso:AD", "iso:MC", "iso:SM"]))
        self.assertEqual(
            [each["properties"]["country"] for each in found], ["LI", "AD", "MC", "SM"]
        )


class Problems(unittest.TestCase):
    def test_a_refusal_has_everything_that_the_service_says(self) -> None:
        with self.assertRaises(MetesProblem) as refused:
            metes.search_boundaries("x", limit=99)
        problem = refused.exception
        self.assertEqual((problem.code, problem.status), ("invalid_input", 400))
        self.assertEqual(problem.type, f"{os.environ['METES_SERVER']}/docs/errors/invalid_input")
        self.assertEqual(problem.title, "The input is not valid")
        self.assertRegex(problem.request_id, "^req_")
        self.assertEqual(str(problem), problem.detail)
        self.assertEqual([issue["path"] for issue in problem.problem["issues"]], ["limit"])

    def test_a_problem_may_go_from_one_process_to_another(self) -> None:
        with self.assertRaises(MetesProblem) as refused:
            metes.get_boundary("r1")
        copy = pickle.loads(pickle.dumps(refused.exception))
        self.assertEqual((copy.code, str(copy)), ("not_found", str(refused.exception)))

    def test_an_empty_key_is_no_key(self) -> None:
        with self.assertRaises(MetesProblem) as refused:
            MetesClient(api_key="").get_account()
        self.assertEqual(refused.exception.code, "unauthorized")


class LongCalls(unittest.TestCase):
    def test_a_call_that_becomes_a_job_reports_its_steps_and_returns_its_answer(self) -> None:
        steps: list[str] = []
        states: list[str] = []
        later = metes.create_area("Benelux", detail="low", job_after_seconds=0)
        assert later.job is not None
        self.assertEqual(faults(later.job, output_of("get_job")), [])
        area = later.wait(on_step=steps.append, on_update=lambda job: states.append(job["state"]))
        self.assertEqual(area, metes.create_area("Benelux", detail="low"))
        self.assertGreater(len(steps), 0)
        self.assertEqual(states[-1], "done")
        self.assertEqual(metes.wait_for_job(metes.get_job(later.job["id"])), area)

    def test_a_call_that_is_answered_in_time_is_no_job(self) -> None:
        answer = metes.union_boundaries(["iso:LI"], detail="low", job_after_seconds=30)
        self.assertIsNone(answer.job)
        self.assertEqual(answer.wait(), metes.union_boundaries(["iso:LI"], detail="low"))

    def test_a_failed_job_is_the_problem_of_its_call(self) -> None:
        with self.assertRaises(MetesProblem) as failed:
            metes.create_area("Narnia", job_after_seconds=0).wait()
        self.assertEqual(failed.exception.code, "unmappable_area")

    def test_a_cancelled_job_has_no_answer(self) -> None:
        later = metes.create_area("Europe", job_after_seconds=0)
        assert later.job is not None
        cancelled = metes.cancel_job(later.job["id"])
        self.assertEqual(faults(cancelled, output_of("cancel_job")), [])
        if cancelled["state"] == "cancelled":
            with self.assertRaises(MetesJobCancelled):
                later.wait()

    def test_a_repeat_with_the_same_idempotency_key_is_the_first_answer(self) -> None:
        first = metes.request_feature("Once", idempotency_key="in-from")
        self.assertEqual(metes.request_feature("Once", idempotency_key="in-from"), first)
        self.assertNotEqual(metes.request_feature("Once")["id"], first["id"])


class Files(unittest.TestCase):
    def test_a_file_is_downloaded_as_its_bytes(self) -> None:
        exported = metes.export_boundary("iso:LI", format="gpkg", detail="low")
        data = metes.download(exported["url"])
        self.assertEqual(len(data), exported["bytes"])
        self.assertEqual(data[:15], b"SQLite format 3")

    def test_a_compressed_text_is_downloaded_as_itself(self) -> None:
        exported = metes.export_boundary("iso:LI", format="geojson", detail="high")
        data = metes.download(exported["url"])
        self.assertEqual(len(data), exported["bytes"])
        self.assertEqual(json.loads(data)["type"], "Feature")

    def test_a_feature_above_a_size_is_a_file(self) -> None:
        answer = metes.request("get_boundary", {"id": "iso:LI"}, max_inline_bytes=1_000).json()
        self.assertIsNone(answer["geometry"])
        self.assertEqual(json.loads(metes.download(answer["download_url"]))["id"], answer["id"])

    def test_a_file_that_does_not_exist_is_a_problem(self) -> None:
        with self.assertRaises(MetesProblem) as refused:
            metes.download(f"{os.environ['METES_SERVER']}/files/{'0' * 64}.svg")
        self.assertEqual(refused.exception.status, 404)


if __name__ == "__main__":
    unittest.main()
