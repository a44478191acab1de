"""Whether a value is of a type, as its declaration says."""

import typing


def faults(value: object, expected: typing.Any, path: str = "answer") -> list[str]:
    """What of the value differs from its type, each with its place."""
    origin = typing.get_origin(expected)
    arguments = typing.get_args(expected)
    if expected is typing.Any:
        return []
    if origin is typing.Union:
        tried = [faults(value, each, path) for each in arguments]
        return [] if [] in tried else min(tried, key=len)
    if origin is typing.Literal:
        return [] if value in arguments else [f"{path}: {value!r}"]
    if origin is list:
        if not isinstance(value, list):
            return [f"{path}: {value!r}"]
        return [
            fault
            for index, each in enumerate(value)
            for fault in faults(each, arguments[0], f"{path}[{index}]")
        ]
    if origin is dict:
        if not isinstance(value, dict):
            return [f"{path}: {value!r}"]
        return [
            fault
            for name, each in value.items()
            for fault in faults(each, arguments[1], f"{path}.{name}")
        ]
    # Python 3.9 has no is_typeddict.
    if hasattr(expected, "__required_keys__"):
        return faults_of_fields(value, expected, path)
    # JSON has one kind of number, and Python takes True for 1.
    accepted = (int, float) if expected is float else expected
    is_right = isinstance(value, accepted) and isinstance(value, bool) == (expected is bool)
    return [] if is_right else [f"{path}: {value!r}"]


def faults_of_fields(value: object, expected: typing.Any, path: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{path}: {value!r}"]
    fields = typing.get_type_hints(expected)
    missing = [f"{path}.{name} is missing" for name in expected.__required_keys__ - value.keys()]
    unknown = [f"{path}.{name} is unknown" for name in value.keys() - fields.keys()]
    wrong = [
        fault
        for name in value.keys() & fields.keys()
        for fault in faults(value[name], fields[name], f"{path}.{name}")
    ]
    return [*missing, *unknown, *wrong]
