"""Writes exact.json: noncentral t, F, and exact factors of limits of agreement, by SciPy's distributions and quadrature.

python3 make_exact.py > exact.json
"""
import json
import sys

import mpmath
import numpy as np
import scipy
from scipy import integrate, optimize, stats

mpmath.mp.dps = 25
Z = stats.norm.ppf(0.975)


def noncentral(t, f, d):
    """P(T <= t) by quadrature in 25 digits, for the tails, where SciPy's own has fewer."""
    f, d, t = map(mpmath.mpf, (f, d, t))
    log_c = mpmath.log(2) + f / 2 * mpmath.log(f / 2) - mpmath.loggamma(f / 2)
    sd = 1 / mpmath.sqrt(2 * f)
    g = lambda u: mpmath.exp(log_c + (f - 1) * mpmath.log(u) - f * u * u / 2) * mpmath.ncdf(t * u - d)
    points = sorted({mpmath.mpf(0), *(p for p in (1 + k * sd for k in (-8, -4, 0, 4, 8, 16)) if p > 0)})
    return mpmath.quad(g, points + [mpmath.inf])


def noncentral_quantile(p, f, d):
    return stats.nct.ppf(p, f, d)


def content(k, n):
    """P(a share of 0.95 of the population lies within mean ± k s)."""
    def half(x):
        return optimize.brentq(lambda r: stats.norm.cdf(x + r) - stats.norm.cdf(x - r) - 0.95, 0.5, abs(x) + 10,
                               xtol=1e-15, rtol=1e-15)
    f = lambda x: stats.norm.pdf(x, scale=n**-0.5) * stats.chi2.sf((n - 1) * (half(x) / k)**2, n - 1)
    return 2 * integrate.quad(f, 0, 9 / n**0.5, epsabs=1e-14, epsrel=1e-13, limit=200)[0]


def pairwise(n):
    return [optimize.brentq(lambda k: content(k, n) - p, 0.3, 40, xtol=1e-13, rtol=1e-13) for p in (0.025, 0.975)]


counts = [3, 5, *range(10, 101, 10), 300]
document = {
    "versions": {"python": sys.version.split()[0], "numpy": np.__version__, "scipy": scipy.__version__,
                 "mpmath": mpmath.__version__},
    "noncentralCDF": [[t, f, d, float(noncentral(t, f, d))] for f in [2, 9, 99] for d in [-2, 1.5, 19.6]
                      for t in [-3, 0.5, 2, 25]],
    "noncentralQuantile": [[p, f, d, noncentral_quantile(p, f, d)] for f in [2, 9, 19, 99, 665]
                           for d in [-3, 1, 6.2, 19.6] for p in [0.001, 0.025, 0.4, 0.975, 0.99]],
    "individual": [[n, *[noncentral_quantile(p, n - 1, Z * n**0.5) / n**0.5 for p in (0.025, 0.975)]] for n in counts],
    "pairwise": [[n, *pairwise(n)] for n in counts],
    "fCDF": [[x, a, b, stats.f.cdf(x, a, b)] for a, b in [(1, 5), (2, 3), (11, 11), (11, 665), (49, 50), (3000, 3000)]
             for x in [0.05, 0.5, 0.95, 1, 1.3, 4, 30]],
    "fTail": [[x, a, b, stats.f.sf(x, a, b)] for a, b in [(1, 5), (2, 3), (11, 11), (11, 665), (49, 50)]
              for x in [0.05, 0.95, 1.3, 4, 30]],
    "fQuantile": [[p, a, b, stats.f.ppf(p, a, b)] for a, b in [(1, 5), (2, 3), (11, 11), (11, 665), (49, 50), (3000, 3000)]
                  for p in [0.001, 0.025, 0.3, 0.7, 0.975, 0.999]],
}
print(json.dumps(document, indent=1, default=float))
