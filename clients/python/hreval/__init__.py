"""hreval puts heart-rate algorithms on trial: it damages recordings in controlled ways, shows them to detectors window by
window, and compares what they answer with the truth.

    hreval.trial(my_rate, against=["fusion"])        a function of a notebook on trial
    run = hreval.run("experiment.json")              what `hreval run` does; or hreval.run("demo")
    run = hreval.Run("reports/demo")                 a run that is finished

    run.summary, run.windows, run.comparison, run.findings, run.failures     tables (pandas, where it is installed)
    run.plot.bland_altman("fusion")                                         figures (matplotlib)

    hreval.detector(my_rate), hreval.filter(…), hreval.extractor(…)         in scripts: see hreval.client
"""

from importlib import metadata as _metadata

from .client import Answer, Parameter, Recording, Window, detector, extractor, filter
from .program import Error
from .results import Run, run
from .notebook import Trial, trial

__all__ = [
    "Answer", "Error", "Parameter", "Recording", "Run", "Trial", "Window", "__version__", "detector", "extractor", "filter",
    "run", "trial",
]

try:
    __version__ = _metadata.version("hreval")
except _metadata.PackageNotFoundError:
    __version__ = "not installed"

# Scripts that a trial writes have `client` under the name hreval: what is defined there bears that name.
for _one in (Answer, Parameter, Recording, Window, detector, extractor, filter):
    _one.__module__ = "hreval"
del _one
