"""Puts the program, its library and what comes with it into the wheel: the folders of $HREVAL_ROOT, as they are.

Without $HREVAL_ROOT the wheel has the Python module alone, and the program is found elsewhere.
"""

import os
import pathlib

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ProgramHook(BuildHookInterface):
    def initialize(self, version, build_data):
        root = os.environ.get("HREVAL_ROOT")
        if not root:
            return
        root = pathlib.Path(root).resolve()
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{os.environ['HREVAL_PLATFORM']}"
        # pip puts scripts and data below the folder of the environment, where the program looks for them.
        build_data["shared_scripts"][str(root / "bin/hreval")] = "hreval"
        for folder in ("lib", "share"):
            build_data["shared_data"][str(root / folder)] = folder
