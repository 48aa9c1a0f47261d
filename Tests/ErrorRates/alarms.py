"""How often a gate alarms where noise is far larger than the margin and nothing changed: 200 000 nights of one row.

Changes of 12 or 30 subjects, in two groups, and their falls of coverage are normal and independent. Limits are Student's
alone, of which the gate takes the lower one, so its own share is not larger. Prints the shares of nights in which the
whole, a group or coverage alarms, and any: with 99 % for each of the three (groups shared), and for all together.

python3 alarms.py (NumPy, SciPy)
"""
import numpy as np
from scipy import stats

rng = np.random.default_rng(5)


def alarms(x, tail):
    n = x.shape[1]
    return x.mean(1) - stats.t.ppf(1 - tail, n - 1) * x.std(1, ddof=1) / np.sqrt(n) > 0


for n in [12, 30]:
    changes, falls = rng.normal(0, 5, (200_000, n)), rng.normal(0, 5, (200_000, n))
    for name, tails in [("each", (0.01, 0.01 / 2, 0.01)), ("together", (0.01 / 4,) * 3)]:
        whole = alarms(changes, tails[0])
        group = alarms(changes[:, ::2], tails[1]) | alarms(changes[:, 1::2], tails[1])
        # Coverage may fall by one point.
        coverage = alarms(falls, tails[2]) & (falls.mean(1) > 1)
        shares = [100 * a.mean() for a in (whole, group, coverage, whole | group | coverage)]
        print(n, name, *(f"{s:.2f} %" for s in shares))
