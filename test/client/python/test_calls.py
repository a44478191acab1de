"""The client's own part: headers, retries, problems and jobs, against a server with made-up answers."""

import gzip
import json
import os
import pickle
import pydoc
import socket
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, Optional
from unittest import mock

from metes_client import (
    MetesClient,
    MetesJobCancelled,
    MetesProblem,
    MetesUnexpectedAnswer,
    __version__,
)

Made = tuple[int, str, bytes, dict[str, str]]
"""Status, media type, body and further headers."""


def answer(status: int, body: object, media_type: str = "application/json", **headers: str) -> Made:
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    return status, media_type, text, headers


def problem(status: int, code: str, **members: Any) -> Made:
    body = {
        "type": "x",
        "title": "x",
        "status": status,
        "detail": f"It is {code}.",
        "instance": "/",
        "code": code,
        "request_id": "req_12345678",
        **members,
    }
    return answer(status, body, "application/problem+json")


JOB: Any = {"id": "job_1", "op": "create_area", "steps": [], "result": None, "problem": None}


class Service:
    """Answers in turn, and keeps what it was sent."""

    def __init__(self, answers: list[Made]) -> None:
        self.requests: list[tuple[str, dict[str, str], Any]] = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers.get("Content-Length", 0))
                body = json.loads(self.rfile.read(length) or b"null")
                service.requests.append((self.path, dict(self.headers.items()), body))
                status, media_type, text, headers = answers.pop(0)
                self.send_response(status)
                for name, value in {"Content_Length": str(len(text)), **headers}.items():
                    self.send_header(name.replace("_", "-"), value)
                self.send_header("Content-Type", media_type)
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST

            def log_message(self, format: str, *arguments: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Calls(unittest.TestCase):
    def setUp(self) -> None:
        environment = mock.patch.dict(os.environ)
        environment.start()
        self.addCleanup(environment.stop)
        for name in ("METES_SERVER", "METES_API_KEY"):
            os.environ.pop(name, None)

    def serve(self, *answers: Made) -> Service:
        service = Service(list(answers))
        self.addCleanup(service.close)
        return service

    def client(self, *answers: Made, **options: Any) -> tuple[MetesClient, Service]:
        service = self.serve(*answers)
        return MetesClient(service.url + "/", **options), service

    def test_a_method_calls_its_operation_by_rpc_with_the_key_and_the_language(self) -> None:
        metes, service = self.client(
            answer(200, {"candidates": []}), api_key="mts_x\n", language="de", headers={"X-A": "1"}
        )
        self.assertEqual(metes.search_boundaries("Wien", limit=3), {"candidates": []})
        [(path, headers, body)] = service.requests
        self.assertEqual((path, body), ("/v1/ops/search_boundaries", {"q": "Wien", "limit": 3}))
        self.assertEqual(headers["Authorization"], "Bearer mts_x")
        self.assertEqual(headers["Accept-Language"], "de")
        self.assertEqual(headers["Content-Type"], "application/json")
        self.assertEqual(headers["User-Agent"], f"metes-client-python/{__version__}")
        self.assertEqual(headers["X-A"], "1")

    def test_server_and_key_come_from_the_environment_unless_given(self) -> None:
        service = self.serve(answer(200, {}), answer(200, {}))
        os.environ.update(METES_SERVER=service.url, METES_API_KEY="mts_environment")
        MetesClient().get_account()
        MetesClient(api_key="").list_ops()
        keys = [headers.get("Authorization") for _, headers, _ in service.requests]
        self.assertEqual(keys, ["Bearer mts_environment", None])

    def test_an_address_that_is_none_is_refused_at_once(self) -> None:
        for url in ("localhost:8080", "file:///etc/passwd", "ftp://example.org"):
            with self.subTest(url), self.assertRaisesRegex(ValueError, "base_url must be a URL"):
                MetesClient(url)

    def test_a_key_never_shows_in_an_error_or_a_representation(self) -> None:
        with self.assertRaises(ValueError) as refused:
            MetesClient("http://localhost", api_key="mts_secret\nX-A: 1")
        self.assertNotIn("secret", str(refused.exception))
        metes = MetesClient("http://localhost", api_key="mts_secret")
        self.assertNotIn("secret", repr(vars(metes)))
        self.assertEqual(repr(metes), "MetesClient('http://localhost', api_key=…)")
        self.assertEqual(
            repr(MetesClient("http://ann:secret@localhost/metes/")),
            "MetesClient('http://localhost/metes')",
        )

    def test_an_operation_is_called_by_its_name_and_its_answer_is_left_as_it_is(self) -> None:
        metes, service = self.client(answer(202, b'{"a":1}'), language="de")
        raw = metes.request(
            "new_op",
            {"x": 1, "y": None},
            language="fr",
            job_after_seconds=1,
            max_inline_bytes=9_000,
        )
        self.assertEqual((raw.status, raw.body), (202, b'{"a":1}'))
        self.assertEqual(raw.headers["content-type"], "application/json")
        [(path, headers, body)] = service.requests
        self.assertEqual((path, body), ("/v1/ops/new_op", {"x": 1}))
        self.assertEqual(headers["Accept-Language"], "fr")
        self.assertEqual(headers["Prefer"], "respond-async, wait=1, max-inline-bytes=9000")

    def test_any_text_is_sent_as_it_is(self) -> None:
        texts = ["Łódź 東京 🗺️ \u202e", "\"'\\", "a\nb\tc\0", "\ud800", "in", "from", "null"]
        metes, service = self.client(*[answer(200, {}) for _ in texts])
        for text in texts:
            metes.report_issue(text, details=text)
        self.assertEqual([body["title"] for _, _, body in service.requests], texts)

    def test_values_that_are_not_json_are_converted_by_their_own_methods(self) -> None:
        class Array:
            def tolist(self) -> list[Any]:
                return [(9.5, Number())]

        class Number:
            def item(self) -> int:
                return 47

        metes, service = self.client(answer(200, {}), answer(200, {}))
        points: Any = Array()
        metes.contains_points("iso:LI", points=points)
        metes.request("new_op", {"x": {"y": range(2)}})
        bodies = [body for _, _, body in service.requests]
        self.assertEqual(
            bodies, [{"id": "iso:LI", "points": [[9.5, 47]]}, {"x": {"y": [0, 1]}}]
        )

    def test_values_that_json_lacks_are_refused_with_the_name_of_the_argument(self) -> None:
        metes, service = self.client()
        for value, kind, text in (
            ([(9.5, float("nan"))], ValueError, "points[0][1] must be a finite number, not nan."),
            ([(float("-inf"), 1)], ValueError, "points[0][0] must be a finite number, not -inf."),
            ({(9.5, 47.1)}, TypeError, "points cannot be of type set. Pass text, a number"),
            ((each for each in [(1, 2)]), TypeError, "points cannot be of type generator."),
            ([b"1"], TypeError, "points[0] cannot be of type bytes."),
        ):
            given: Any = value
            with self.subTest(value), self.assertRaises(kind) as refused:
                metes.contains_points("iso:LI", points=given)
            self.assertTrue(str(refused.exception).startswith(text), str(refused.exception))
        self.assertEqual(service.requests, [])

    def test_a_compressed_answer_is_read(self) -> None:
        packed = gzip.compress(b'{"ops": []}')
        metes, service = self.client(answer(200, packed, Content_Encoding="gzip"))
        self.assertEqual(metes.list_ops(), {"ops": []})
        self.assertEqual(service.requests[0][1]["Accept-Encoding"], "gzip")

    def test_a_busy_service_is_asked_again_with_the_same_idempotency_key(self) -> None:
        metes, service = self.client(
            problem(429, "rate_limited", retry_after=0),
            problem(503, "overloaded", retry_after=0),
            answer(200, {"inside": []}),
        )
        metes.contains_points("iso:LI", points=[(9.5, 47.1)])
        keys = [headers["Idempotency-Key"] for _, headers, _ in service.requests]
        self.assertEqual(len(keys), 3)
        self.assertRegex(keys[0], "^[0-9a-f]{32}$")
        self.assertEqual(len(set(keys)), 1)

    def test_the_wait_is_the_one_that_the_service_names(self) -> None:
        metes, _ = self.client(problem(429, "rate_limited", retry_after=7), answer(200, {}))
        with mock.patch("time.sleep") as sleep:
            metes.list_ops()
        sleep.assert_called_once_with(7)

    def test_it_is_not_asked_for_ever_nor_after_too_long_nor_where_it_names_no_time(self) -> None:
        busy = problem(429, "rate_limited", retry_after=0)
        metes, service = self.client(busy, busy, retries=1)
        with self.assertRaises(MetesProblem) as refused:
            metes.list_ops()
        self.assertEqual(refused.exception.code, "rate_limited")
        self.assertEqual(len(service.requests), 2)
        for refusal in (
            problem(429, "rate_limited", retry_after=61),
            problem(503, "overloaded"),
            problem(500, "internal_error", retry_after=0),
        ):
            metes, service = self.client(refusal)
            with self.assertRaises(MetesProblem):
                metes.list_ops()
            self.assertEqual(len(service.requests), 1)

    def test_each_call_has_its_own_idempotency_key_unless_the_caller_gives_one(self) -> None:
        metes, service = self.client(*[answer(200, {})] * 4)
        metes.create_area("Benelux")
        metes.create_area("Benelux")
        metes.create_area("Benelux", idempotency_key="mine")
        metes.list_ops()
        first, second, third, none = (
            headers.get("Idempotency-Key") for _, headers, _ in service.requests
        )
        self.assertNotEqual(first, second)
        self.assertEqual((third, none), ("mine", None))

    def test_a_refused_connection_is_a_problem_that_names_the_server(self) -> None:
        service = Service([])
        service.close()
        with self.assertRaises(MetesProblem) as refused:
            MetesClient(service.url).list_ops()
        found = refused.exception
        self.assertEqual((found.code, found.status, found.type), ("unreachable", 0, "about:blank"))
        self.assertEqual((found.title, found.request_id), ("No answer", ""))
        self.assertTrue(
            str(found).startswith(f"No answer from {service.url}: Connection refused."), str(found)
        )

    def test_an_answer_that_breaks_off_says_so_and_asks_for_no_server(self) -> None:
        for made in (
            answer(200, b'{"ops": ', Transfer_Encoding="chunked"),
            answer(200, b'{"ops": ', Content_Length="100"),
            answer(200, b"no gzip", Content_Encoding="gzip"),
            answer(200, gzip.compress(b'{"ops": []}')[:-9], Content_Encoding="gzip"),
        ):
            metes, service = self.client(made)
            with self.subTest(made), self.assertRaises(MetesProblem) as refused:
                metes.list_ops()
            self.assertEqual(
                (refused.exception.code, str(refused.exception)),
                (
                    "unexpected_answer",
                    f"The answer from {service.url} (status 200) is incomplete: "
                    "the connection broke off.",
                ),
            )

    def test_a_server_that_is_silent_is_no_missing_server(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            url = f"http://127.0.0.1:{silent.getsockname()[1]}"
            with self.assertRaises(MetesProblem) as refused:
                MetesClient(url, timeout_seconds=0.01).list_ops()
        self.assertEqual(refused.exception.code, "unreachable")
        self.assertEqual(
            str(refused.exception),
            f"No answer from {url} within 0.01 seconds. "
            "Raise timeout_seconds, or use job_after_seconds for long calls.",
        )

    def test_one_clause_handles_every_failure(self) -> None:
        gone = Service([])
        gone.close()
        clients = [
            self.client(made, retries=0)[0]
            for made in (
                problem(404, "not_found"),
                problem(429, "rate_limited", retry_after=0),
                answer(200, b"<html>", "text/html"),
                answer(502, b"<html>", "text/html; charset=utf-8"),
                answer(200, b"{", Content_Length="9"),
                answer(202, {**JOB, "state": "cancelled"}),
            )
        ]
        codes: list[str] = []
        for metes in (*clients, MetesClient(gone.url)):
            try:
                metes.create_area("Benelux", job_after_seconds=0).wait()
            except MetesProblem as failure:
                codes.append(failure.code)
                self.assertEqual(failure.problem["code"], failure.code)
                copy = pickle.loads(pickle.dumps(failure))
                self.assertEqual((type(copy), str(copy)), (type(failure), str(failure)))
        self.assertEqual(
            codes,
            ["not_found", "rate_limited"]
            + ["unexpected_answer"] * 3
            + ["job_cancelled", "unreachable"],
        )

    def test_phrases_that_are_no_boundaries_are_listed_and_else_the_list_is_empty(self) -> None:
        phrase = {"text": "Narnia", "reason": "unknown", "candidates": []}
        metes, _ = self.client(
            problem(422, "unmappable_area", unmapped=[phrase]), problem(404, "not_found")
        )
        for expected in ([phrase], []):
            with self.assertRaises(MetesProblem) as refused:
                metes.create_area("Narnia")
            self.assertEqual(refused.exception.unmapped, expected)

    def test_help_lists_what_a_problem_has(self) -> None:
        text = pydoc.render_doc(MetesProblem, renderer=pydoc.plaintext)
        for name in ("code", "status", "detail", "problem", "unmapped", "retry_after_seconds"):
            self.assertRegex(text, rf"\n \|      {name}: [A-Z]")

    def test_help_speaks_of_arguments_and_not_of_headers(self) -> None:
        for name in ("export_collection", "get_job"):
            text = getattr(MetesClient, name).__doc__
            self.assertIn("`job_after_seconds`", text)
            self.assertNotIn("respond-async", text)

    def test_a_problem_of_a_gateway_has_what_its_answer_says(self) -> None:
        metes, _ = self.client(
            answer(500, {}, "application/problem+json", X_Request_Id="req_header")
        )
        with self.assertRaises(MetesProblem) as refused:
            metes.list_ops()
        found = refused.exception
        self.assertEqual((found.status, found.request_id), (500, "req_header"))
        self.assertEqual(str(found), "Status 500")

    def test_an_answer_of_something_else_is_not_mistaken_for_one_of_the_service(self) -> None:
        for made, fault in (
            (answer(502, b"<h1>Bad gateway</h1>", "text/html"), "it is text/html."),
            (answer(500, {"error": "x"}), "it is application/json."),
            (answer(500, [], "application/problem+json"), "it is application/problem+json."),
            (answer(200, b"<p>Sign in to the Wi-Fi", "text/html; x=y"), "it is text/html."),
            (answer(200, b"<p>", ""), "it is of no known type."),
            (answer(200, b'{"ops": '), None),
        ):
            metes, service = self.client(made)
            with self.subTest(made), self.assertRaises(MetesUnexpectedAnswer) as refused:
                metes.list_ops()
            start = f"The answer from {service.url} (status {made[0]})"
            rest = f"did not come from Metes: {fault}" if fault else "is incomplete, or is no JSON."
            self.assertEqual(str(refused.exception), f"{start} {rest}")
            self.assertEqual(refused.exception.text, made[2].decode())
            self.assertEqual(refused.exception.status, made[0])

    def test_a_redirect_is_not_followed_with_the_key(self) -> None:
        elsewhere = self.serve()
        metes, _ = self.client(answer(307, b"", "text/html", Location=elsewhere.url), api_key="x")
        with self.assertRaisesRegex(
            MetesUnexpectedAnswer, rf"307\) .*: it is a redirect to {elsewhere.url}."
        ):
            metes.list_ops()
        self.assertEqual(elsewhere.requests, [])

    def test_a_file_is_downloaded_from_anywhere_without_the_key(self) -> None:
        elsewhere = self.serve(answer(200, b"bytes", "image/svg+xml"))
        metes, service = self.client(
            answer(302, b"", "text/html", Location=elsewhere.url), api_key="x"
        )
        self.assertEqual(metes.download(service.url), b"bytes")
        for _, headers, _ in (*service.requests, *elsewhere.requests):
            self.assertNotIn("Authorization", headers)

    def test_what_is_no_file_of_a_server_is_not_downloaded(self) -> None:
        metes, service = self.client(answer(403, b"<Error/>", "application/xml"))
        with self.assertRaises(MetesUnexpectedAnswer):
            metes.download(service.url)
        with self.assertRaises(MetesProblem):
            metes.download("file:///etc/passwd")
        with self.assertRaisesRegex(ValueError, "^url must be the address of a file, not None"):
            metes.download(None)
        with self.assertRaisesRegex(TypeError, "^url must be the address of a file, not dict"):
            metes.download({})  # type: ignore[arg-type]

    def test_waiting_for_a_job_reports_each_step_once_and_returns_its_result(self) -> None:
        steps = [{"text": "Reading", "at": "x"}, {"text": "Drawing", "at": "x"}]
        metes, service = self.client(
            answer(202, {**JOB, "state": "queued"}),
            answer(200, {**JOB, "state": "running", "steps": steps[:1]}),
            problem(429, "rate_limited", retry_after=0),
            answer(200, {**JOB, "state": "done", "steps": steps, "result": {"type": "Feature"}}),
            retries=0,
        )
        seen: list[str] = []
        states: list[str] = []
        later = metes.create_area("Benelux", job_after_seconds=5)
        output = later.wait(seen.append, lambda job: states.append(job["state"]))
        self.assertEqual(output, {"type": "Feature"})
        self.assertEqual(seen, ["Reading", "Drawing"])
        self.assertEqual(states, ["queued", "running", "done"])
        self.assertEqual(service.requests[0][1]["Prefer"], "respond-async, wait=5")
        self.assertEqual(service.requests[1][2], {"id": "job_1", "wait": 20})

    def test_a_job_without_a_result_is_its_problem_or_no_answer(self) -> None:
        metes, _ = self.client()
        refusal = json.loads(problem(422, "unmappable_area")[2])
        with self.assertRaises(MetesProblem) as failed:
            metes.wait_for_job({**JOB, "state": "failed", "problem": refusal})
        self.assertEqual(failed.exception.code, "unmappable_area")
        with self.assertRaises(MetesJobCancelled) as cancelled:
            metes.wait_for_job({**JOB, "state": "cancelled"})
        self.assertEqual(
            (cancelled.exception.job_id, str(cancelled.exception)),
            ("job_1", "The job job_1 was cancelled. Nothing was charged."),
        )
        with self.assertRaises(MetesUnexpectedAnswer):
            metes.wait_for_job({**JOB, "state": "done"})

    def test_a_long_answer_shows_its_job_and_cancels_it(self) -> None:
        metes, service = self.client(
            answer(202, {**JOB, "state": "queued"}),
            answer(200, {**JOB, "state": "cancelled"}),
            answer(200, {}),
        )
        later = metes.create_area("Benelux", job_after_seconds=0)
        self.assertEqual(repr(later), "<LongAnswer: job job_1, queued>")
        later.cancel()
        self.assertEqual(service.requests[1][::2], ("/v1/ops/cancel_job", {"id": "job_1"}))
        self.assertEqual(repr(later), "<LongAnswer: job job_1, cancelled>")
        with self.assertRaises(MetesJobCancelled):
            later.wait()
        at_once = metes.create_area("Benelux", job_after_seconds=30)
        at_once.cancel()
        self.assertEqual(repr(at_once), "<LongAnswer: answered>")
        self.assertEqual(len(service.requests), 3)

    def test_an_interrupted_wait_cancels_the_job_even_if_the_server_is_gone(self) -> None:
        def interrupt(_: object) -> None:
            raise KeyboardInterrupt

        for answers in ([answer(200, {**JOB, "state": "cancelled"})], [problem(500, "x")]):
            metes, service = self.client(answer(202, {**JOB, "state": "running"}), *answers)
            later = metes.create_area("Benelux", job_after_seconds=0)
            with self.assertRaises(KeyboardInterrupt):
                later.wait(on_update=interrupt)
            self.assertEqual(service.requests[-1][0], "/v1/ops/cancel_job")

    def test_what_is_called_without_a_limit_of_seconds_is_no_job(self) -> None:
        metes, service = self.client(answer(200, {"type": "Feature"}))
        self.assertEqual(
            metes.create_area("Benelux", job_after_seconds=None), {"type": "Feature"}
        )
        self.assertNotIn("Prefer", service.requests[0][1])


if __name__ == "__main__":
    unittest.main()
