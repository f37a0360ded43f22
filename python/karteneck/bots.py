"""Python objects as entrants."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias, Union, runtime_checkable

from ._errors import EntrantError
from ._native import NativeEntrant, Questions, View

__all__ = ["BatchBot", "Bot", "Entrant", "EntrantLike", "entrant", "imported"]

PYTHON = "python:"
"""What begins the name of a bot's code in manifests."""


@runtime_checkable
class Bot(Protocol):
    """Decides for one view: a move like ``"lay 4 4"``, or the number of an action.

    It must be deterministic: all chance comes from ``view.random``, a number that belongs to the decision. A class is made
    anew for each seat, an instance is shared by all; ``start(view)`` and ``end(view, places)`` are called if it has them.
    """

    def decide(self, view: View) -> str | int: ...


class BatchBot:
    """Decides for many views at once, like a net. Override ``decide_batch``; an answer must not depend on its company."""

    def decide_batch(self, batch: Questions) -> Sequence[str | int] | Any:
        """An answer for each question, in order: a list of moves, or an array of actions."""
        raise NotImplementedError


class Entrant:
    """A participant under a name; ``karteneck.entrant`` makes one."""

    def __init__(self, native: NativeEntrant, code: str | None = None) -> None:
        self._native = native
        self.code = code

    @property
    def name(self) -> str:
        """Its name, in tables and records."""
        return self._native.name

    @property
    def parameters(self) -> dict[str, str]:
        """The parameters of a family, or the settings of a program."""
        return dict(self._native.parameters)

    @property
    def is_python(self) -> bool:
        """Whether it is a Python object."""
        return self.code is not None

    def __repr__(self) -> str:
        return f"<Entrant {self.name}>"


EntrantLike: TypeAlias = Union[str, Entrant, Bot, BatchBot, Callable[[View], Union[str, int]], type]


def _place(thing: Any) -> str:
    """Where the code of a bot is found: `module:Class`."""
    owner = thing if inspect.isclass(thing) or inspect.isroutine(thing) else type(thing)
    return f"{owner.__module__}:{owner.__qualname__}"


def _default_name(thing: Any) -> str:
    named = getattr(thing, "name", None)
    if isinstance(named, str):
        return named
    name = getattr(thing, "__name__", None) or type(thing).__name__
    return str(name).strip("<>")


def entrant(thing: EntrantLike, name: str | None = None, version: str | None = None) -> Entrant:
    """An entrant of a spec, a class, an object or a function.

    ``version`` belongs in the manifest: change it whenever the play changes.

    >>> def simple(view):
    ...     return view.moves()[0]
    >>> entrant(simple).name, entrant("mine=heuristic:tempo=1.2").name
    ('simple', 'mine')
    """
    if isinstance(thing, Entrant):
        return thing
    if isinstance(thing, str):
        spec = thing if name is None else f"{name}={thing}"
        return Entrant(NativeEntrant.spec(spec))
    name = _default_name(thing) if name is None else name
    version = version if version is not None else getattr(thing, "version", None)
    code = f"{PYTHON}{_place(thing)}" + (f"@{version}" if version is not None else "")
    batch = hasattr(thing, "decide_batch")
    if inspect.isclass(thing):
        if not batch and not hasattr(thing, "decide"):
            raise EntrantError(f"{name}: expected a class with `decide(self, view)` or `decide_batch(self, batch)`")
        return Entrant(NativeEntrant.batch(name, code, thing()) if batch else NativeEntrant.python(name, code, thing), code)
    if not batch and not hasattr(thing, "decide") and not callable(thing):
        raise EntrantError(f"{name}: expected a spec, a function of a view, or an object with `decide` or `decide_batch`")
    return Entrant(NativeEntrant.batch(name, code, thing) if batch else NativeEntrant.python(name, code, lambda: thing), code)


def imported(name: str, code: str) -> Entrant:
    """The entrant of a manifest, imported: this runs the code of its module."""
    place, _, version = code.removeprefix(PYTHON).partition("@")
    module, _, path = place.partition(":")
    if module == "__main__" or "<" in path:
        raise EntrantError(f"{name}: {code} cannot be imported again; give the object itself")
    thing: Any = importlib.import_module(module)
    for part in path.split("."):
        thing = getattr(thing, part)
    own = getattr(thing, "version", None)
    if own is not None and str(own) != version:
        raise EntrantError(f"{name}: it was played by {code}; the code here is version {own}")
    return entrant(thing, name=name, version=version or None)


def unavailable(name: str, code: str) -> Entrant:
    """Stands for a bot in a run that is only read."""

    def refuse() -> Any:
        raise EntrantError(f"{name}: {code} was not imported; pass trust=True, or the object itself")

    return Entrant(NativeEntrant.python(name, code, refuse), code)
