"""Größe."""
import os
from typing import List, Optional

NAME = "größe 😀"; x = not NAME is None


def run(values: List[int], other: Optional[str] = None) -> List[int]:
    if x == None:
        print(f"nothing")
    d = dict()
    return [int(v) for v in values if not v in d]
