"""Makes JSON of the values that callers pass, such as arrays of numpy."""

import math
from collections.abc import Mapping, Sequence
from typing import Any


def json_value(value: Any, name: str) -> Any:
    """Return the value as JSON has it.

    Arrays, columns and their numbers (numpy, pandas, torch) become lists and numbers: they have
    `tolist` or `item`.

    Args:
        value: Any value.
        name: What errors call it, such as `points`.

    Raises:
        ValueError: A number is not finite; JSON has no such numbers.
        TypeError: The value is of a type that JSON lacks, such as a set or a generator.
    """
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{name} must be a finite number, not {float(value)}.")
        return value
    if isinstance(value, Mapping):
        return {key: json_value(each, f"{name}.{key}") for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        return [json_value(each, f"{name}[{index}]") for index, each in enumerate(value)]
    for converter in ("tolist", "item"):
        convert = getattr(value, converter, None)
        if callable(convert):
            return json_value(convert(), name)
    raise TypeError(
        f"{name} cannot be of type {type(value).__name__}. Pass text, a number, a list or a dict; "
        "list(…) makes a list of a set or a generator."
    )
