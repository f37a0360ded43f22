"""Makes the environments known to Gymnasium, without loading them."""

from __future__ import annotations

import sys

__all__ = ["ID", "register", "register_if_wanted"]

ID = "karteneck/Heckmeck-v1"


def register() -> None:
    """Makes the environments known to ``gymnasium.make``."""
    import gymnasium

    if ID not in gymnasium.registry:
        gymnasium.register(ID, entry_point="karteneck.gym:HeckmeckEnv", vector_entry_point="karteneck.gym:HeckmeckVectorEnv")


def register_if_wanted() -> None:
    """The same, if Gymnasium is already there: loading it takes longer than everything here."""
    if hasattr(sys.modules.get("gymnasium"), "registry"):
        register()
