"""Options, in the words of the program."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path
from typing import Any

from .. import _native
from .._native import Edition

__all__ = ["FIELD", "learn_words", "parser", "settings", "tune_words"]

FIELD = ["random", "greedy", "heuristic", "tuned", "flash", "monte-carlo", "champion"]
"""The entrants of a tournament if none is named, as in the program."""
_GAMES = {"tournament": 15_000, "match": 10_000}
_FIELD_GAMES = 3_570


def count(text: str) -> int:
    """A number like 1000, 10k or 1e6.

    >>> count("10k"), count("1e6")
    (10000, 1000000)
    """
    number = _native.whole_number(text)
    if not number:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 1 on, like 1000, 10k or 1e6")
    return number


def points(text: str) -> float:
    """Percentage points, like 0.5pp.

    >>> points("0.5pp")
    0.005
    """
    try:
        value = float(text.strip().removesuffix("pp"))
    except ValueError:
        value = 0.0
    if not 0 < value < 100:
        raise argparse.ArgumentTypeError(f"{text!r}: expected percentage points above 0 and below 100, like 0.5pp")
    return value / 100


def sizes(text: str) -> list[int]:
    """Numbers of players, like 4, 2-4, 2,4-6 or all.

    >>> sizes("2,4-6"), sizes("all")
    ([2, 4, 5, 6], [2, 3, 4, 5, 6])
    """
    expected = f"{text!r}: expected numbers of players from 2 to 6, like 4, 2-4 or 2,4-6, or `all`"
    if text.strip() == "all":
        return [2, 3, 4, 5, 6]
    found: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        try:
            low, high = int(first), int(last or first)
        except ValueError:
            raise argparse.ArgumentTypeError(expected) from None
        if not 2 <= low <= high <= 6:
            raise argparse.ArgumentTypeError(expected)
        found.extend(range(low, high + 1))
    if len(set(found)) < len(found):
        raise argparse.ArgumentTypeError(f"{text!r}: expected each number of players once")
    return found


def record(text: str) -> int:
    """``all``, or every K-th game."""
    return 1 if text == "all" else count(text)


def workers(text: str) -> int:
    """A number of workers."""
    if not (text.isdecimal() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number of workers from 1 on")
    return int(text)


def _add_places(command: argparse.ArgumentParser) -> None:
    places = command.add_argument_group("where it is played").add_mutually_exclusive_group()
    places.add_argument("--local", type=workers, metavar="N", help="on N processes of this machine (by default 2)")
    places.add_argument("--scheduler", metavar="ADDRESS", help="on the workers of a Dask scheduler, like tcp://host:8786")
    places.add_argument("--slurm", type=workers, metavar="N", help="on N jobs of Slurm, through dask-jobqueue")
    command.add_argument(
        "--piece-seconds", type=float, default=2.0, metavar="S", help="about how long a piece takes; changes no result"
    )
    command.add_argument("--dashboard", action="store_true", help="say where the dashboard of Dask is")
    command.add_argument("--quiet", action="store_true", help="no progress")
    command.add_argument("--trust", action="store_true", help="start the programs that a manifest names")


def _add_run(command: argparse.ArgumentParser) -> None:
    command.add_argument("entrants", nargs="*", metavar="ENTRANT", help="who takes part, as the program reads it")
    command.add_argument("--games", type=count, metavar="G", help="about how many games in all")
    command.add_argument("--blocks", type=count, metavar="B", help="how many blocks for each number of players")
    command.add_argument("--until", type=points, metavar="PP", help="play until every win rate is known this well, like 0.2pp")
    command.add_argument("--seed", default="1", metavar="S", help="the seed of all luck, or `random`")
    command.add_argument("--first-deal", type=int, default=0, metavar="D", help="the number of the first deal under the seed")
    command.add_argument("--edition", type=Path, metavar="FILE", help="a TOML file with another worm table")
    command.add_argument("--out", type=Path, metavar="DIR", help="the folder of the run; by default a new one in `results`")
    command.add_argument("--force", action="store_true", help="replace the existing run in the folder")
    command.add_argument("--resume", type=Path, metavar="DIR", help="continue the run in this folder")
    command.add_argument("--from", dest="manifest", type=Path, metavar="MANIFEST", help="play the run of this manifest again")
    command.add_argument("--record", type=record, metavar="all|K", help="keep the records of all games, or of every K-th")
    command.add_argument("--blocks-csv", action="store_true", help="keep the result of every block in blocks.csv")


def _add_tune(command: argparse.ArgumentParser) -> None:
    command.add_argument("entrant", nargs="?", metavar="ENTRANT", help="the entrant whose parameters are tuned")
    command.add_argument("--against", action="append", metavar="A,B,…", help="the rivals (by default self)")
    command.add_argument("--players", type=sizes, default=[2], metavar="N,…", help="how many play, like 3-5 or all")
    command.add_argument("--games", type=count, default=500_000, metavar="G", help="games for search, selection and confirmation")
    command.add_argument("--seed", default="1", metavar="S", help="the seed of all luck, or `random`")
    command.add_argument("--params", type=lambda text: text.split(","), metavar="A,B,…", help="the parameters to tune")
    command.add_argument("--method", metavar="METHOD", help="how to search: cma-es, spsa or ntbea")
    command.add_argument("--sensitivity", action="store_true", help="also measure how much each parameter matters")
    command.add_argument("--transfer", action="append", metavar="A,B,…", help="who meets start and result: all, none, or some")
    command.add_argument("--edition", type=Path, metavar="FILE", help="a TOML file with another worm table")
    command.add_argument("--folder", type=Path, metavar="DIR", help="the folder; by default a new one in `results`")
    command.add_argument("--force", action="store_true", help="replace the existing tuning in the folder")
    command.add_argument("--resume", type=Path, metavar="DIR", help="continue the tuning in this folder")


def _add_learn(command: argparse.ArgumentParser) -> None:
    kinds = ["value", "policy", "belief", "position"]
    command.add_argument("kind", nargs="?", choices=kinds, metavar="KIND", help="value, policy, belief or position")
    command.add_argument("entrant", nargs="?", metavar="ENTRANT", help="the entrant whose games it learns from")
    command.add_argument("--players", type=sizes, default=[2], metavar="N,…", help="a network for each, like 3-5 or all")
    command.add_argument("--games", type=count, default=20_000, metavar="G", help="games for each number of players")
    command.add_argument("--seed", default="1", metavar="S", help="the seed of all luck, or `random`")
    command.add_argument("--random-every", type=int, default=50, metavar="N", help="one move in so many is random; 0 for none")
    command.add_argument("--epochs", type=int, default=6, metavar="E", help="passes over the games")
    command.add_argument("--rate", type=float, default=0.002, metavar="R", help="the length of the first steps of the fit")
    command.add_argument("--start", type=Path, metavar="FILE.net", help="a net whose weights are improved")
    command.add_argument("--judge", type=Path, metavar="FILE.net", help="a value net that judges the ends of rounds")
    command.add_argument("--folder", type=Path, metavar="DIR", help="the folder; by default a new one in `results`")
    command.add_argument("--force", action="store_true", help="replace the existing learning in the folder")
    command.add_argument("--resume", type=Path, metavar="DIR", help="continue the learning in this folder")


def parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    main = argparse.ArgumentParser(
        prog="python -m karteneck.cluster", description="Plays on many machines, with the bytes of one.", allow_abbrev=False
    )
    commands = main.add_subparsers(dest="command", required=True, metavar="COMMAND")
    tournament = commands.add_parser("tournament", help="entrants against each other", allow_abbrev=False)
    _add_run(tournament)
    tournament.add_argument("--players", type=sizes, default=[2], metavar="N,…", help="how many play, like 2-4, 2,4-6 or all")
    tournament.add_argument("--challenger", metavar="ENTRANT", help="let this entrant meet every choice of the others")
    tournament.add_argument("--lineups", type=count, metavar="L", help="draw this many line-ups instead of playing all")
    match = commands.add_parser("match", help="is the first entrant better than the others?", allow_abbrev=False)
    _add_run(match)
    match.add_argument("--players", type=int, choices=range(2, 7), metavar="N", help="the number of players, if not of entrants")
    match.add_argument("--sprt", metavar="LOW:HIGH", help="decide between two advantages, like 0pp:1pp or 0elo:5elo")
    match.add_argument("--alpha", type=float, default=0.05, metavar="P")
    match.add_argument("--beta", type=float, default=0.05, metavar="P")
    tune = commands.add_parser("tune", help="better parameters, and evidence that they are better", allow_abbrev=False)
    _add_tune(tune)
    learn = commands.add_parser("learn", help="a net from games of an entrant against itself", allow_abbrev=False)
    _add_learn(learn)
    for command in (tournament, match, tune, learn):
        _add_places(command)
    return main


def tune_words(given: argparse.Namespace) -> dict[str, Any]:
    """What is tuned, as it was written."""
    is_random = given.seed == "random"
    return {
        "entrant": given.entrant,
        "against": given.against or ["self"],
        "players": given.players,
        "games": given.games,
        "seed": secrets.randbits(128) if is_random else given.seed,
        "sealed": is_random,
        "params": given.params,
        "method": given.method,
        "sensitivity": given.sensitivity,
        "transfer": given.transfer or ["all"],
        "edition": given.edition,
    }


def learn_words(given: argparse.Namespace) -> dict[str, Any]:
    """What is learned, as it was written."""
    is_random = given.seed == "random"
    names = ("kind", "entrant", "players", "games", "random_every", "epochs", "rate", "start", "judge")
    seed = {"seed": secrets.randbits(128) if is_random else given.seed, "sealed": is_random}
    return {name: getattr(given, name) for name in names} | seed


def settings(given: argparse.Namespace) -> dict[str, Any]:
    """What is played, for the coordinator."""
    is_random = given.seed == "random"
    ends_itself = given.until is not None or getattr(given, "sprt", None) is not None
    games = given.games
    if games is None and given.blocks is None and not ends_itself:
        games = _FIELD_GAMES if given.command == "tournament" and not given.entrants else _GAMES[given.command]
    players = given.players if isinstance(given.players, list) else [given.players] if given.players else []
    challenger = getattr(given, "challenger", None)
    return {
        "players": players,
        "games": games,
        "blocks": given.blocks,
        "until": given.until,
        "sprt": getattr(given, "sprt", None),
        "alpha": getattr(given, "alpha", 0.05),
        "beta": getattr(given, "beta", 0.05),
        "seed": secrets.randbits(128) if is_random else given.seed,
        "sealed": is_random,
        "first_deal": given.first_deal,
        "edition": None if given.edition is None else Edition.read(given.edition),
        "record": given.record or 0,
        "blocks_csv": given.blocks_csv,
        "challenger": None if challenger is None else _native.NativeEntrant.spec(challenger),
        "lineups": getattr(given, "lineups", None),
    }
