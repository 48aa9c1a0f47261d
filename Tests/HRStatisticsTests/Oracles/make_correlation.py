"""Writes correlation_python.json: the sets of correlation.json by pingouin and statsmodels.

python3 make_correlation.py > correlation_python.json
"""
import json
import os
import sys

import numpy as np
import pandas as pd
import pingouin
import scipy
import statsmodels
import statsmodels.api as sm

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "correlation.json")) as file:
    given = json.load(file)["sets"]


def slope(error, x, cluster):
    fit = sm.OLS(error, sm.add_constant(x)).fit(cov_type="cluster", cov_kwds={"groups": cluster}, use_t=True)
    low, high = fit.conf_int()[1]
    return {"slope": fit.params[1], "error": fit.bse[1], "p": fit.pvalues[1], "low": low, "high": high}


out = {"versions": {"python": sys.version.split()[0], "numpy": np.__version__, "scipy": scipy.__version__,
                    "pingouin": pingouin.__version__, "statsmodels": statsmodels.__version__}, "sets": {}}
for name, set_ in given.items():
    x, y, c = (np.array(set_[key], float) for key in ("reference", "estimate", "cluster"))
    n = len(x)
    long = pd.DataFrame({"pair": list(range(n)) * 2, "rater": ["x"] * n + ["y"] * n, "rate": np.concatenate([x, y])})
    table = pingouin.intraclass_corr(long, "pair", "rater", "rate")
    out["sets"][name] = {
        # The two single-rater rows after the one-way model; only the figures are exact, their intervals are rounded.
        "icc21": float(table["ICC"].iloc[1]), "icc31": float(table["ICC"].iloc[2]),
        "onMean": slope(y - x, (x + y) / 2, c), "onReference": slope(y - x, x, c),
    }
print(json.dumps(out, indent=1, default=float))
