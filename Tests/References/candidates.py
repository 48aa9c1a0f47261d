"""Rules for a reference, in NumPy, from the R peaks of hreval's five methods: its own and those that were tried."""

import itertools

import numpy as np

METHODS = ["panTompkins", "hamilton", "elgendi", "neurokit", "xqrs"]
AGREEMENT = 2.0
TOLERANCE = 0.15


def interval_rates(beats, counts, windows):
    """60 ÷ mean of the intervals inside each window that count, where they cover 80 % of it; else NaN.

    counts[i]: whether beat i follows beat i − 1."""
    beats = np.asarray(beats)
    found = np.full(len(windows), np.nan)
    if len(beats) < 2:
        return found
    steps = np.diff(beats)
    good = (steps >= 0.2) & (steps <= 3) & np.asarray(counts)[1:]
    seconds = np.concatenate([[0], np.cumsum(np.where(good, steps, 0))])
    number = np.concatenate([[0], np.cumsum(good)])
    for i, (start, end) in enumerate(windows):
        first = np.searchsorted(beats, start - 1e-6)
        last = np.searchsorted(beats, end - 1e-6) - 1
        if last > first and seconds[last] - seconds[first] >= 0.8 * (end - start) - 1e-12:
            found[i] = 60 * (number[last] - number[first]) / (seconds[last] - seconds[first])
    return found


def own_rates(beats, windows):
    return interval_rates(beats, np.ones(len(beats), dtype=bool), windows)


def partners(own, others):
    """Of each beat the other list's that is its nearest and has it for its own, at most 0.15 s away; else −1."""
    own, others = np.asarray(own), np.asarray(others)
    if not len(own) or not len(others):
        return np.full(len(own), -1)

    def nearest(values, among):
        above = np.clip(np.searchsorted(among, values), 1, max(1, len(among) - 1))
        if len(among) == 1:
            return np.zeros(len(values), dtype=int)
        return np.where(values - among[above - 1] <= among[above] - values, above - 1, above)

    there = nearest(own, others)
    back = nearest(others, own)
    good = (back[there] == np.arange(len(own))) & (np.abs(others[there] - own) <= TOLERANCE)
    return np.where(good, there, -1)


def voted(lists, least):
    """Beats that so many of the lists have, and whether each follows the one before in so many of them."""
    pairs = [[partners(one, other) for other in lists] for one in lists]
    taken = [np.zeros(len(one), dtype=bool) for one in lists]
    found = []
    for first, own in enumerate(lists):
        for i in range(len(own)):
            if taken[first][i]:
                continue
            members = [pairs[first][other][i] if other != first else i for other in range(len(lists))]
            members = [m if m >= 0 and not taken[o][m] else -1 for o, m in enumerate(members)]
            if sum(m >= 0 for m in members) >= least:
                for o, m in enumerate(members):
                    if m >= 0:
                        taken[o][m] = True
                times = sorted((lists[o][m], o) for o, m in enumerate(members) if m >= 0)
                middle = times[(len(times) - 1) // 2], times[len(times) // 2]
                found.append((min(middle, key=lambda one: one[1])[0], members))
    found.sort(key=lambda one: one[0])
    follows = [False] + [
        sum(a >= 0 and b == a + 1 for a, b in zip(before, now)) >= least
        for (_, before), (_, now) in zip(found, found[1:])]
    return np.array([time for time, _ in found]), np.array(follows[: len(found)], dtype=bool)


def agreeing_median(rates, least):
    """Median of the largest group of rates within less than 2 bpm (of equal ones the narrowest, then the lowest)."""
    found = np.full(rates.shape[1], np.nan)
    for i, column in enumerate(rates.T):
        known = np.sort(column[~np.isnan(column)])
        groups = [known[a:b] for a in range(len(known)) for b in range(a + least, len(known) + 1)
                  if known[b - 1] - known[a] < AGREEMENT]
        if groups:
            found[i] = np.median(min(groups, key=lambda g: (-len(g), g[-1] - g[0], g[0])))
    return found


def middle_of_narrowest(rates, least):
    """Half way between the ends of the narrowest so many neighbouring rates (of equal ones the lowest); else NaN."""
    found = np.full(rates.shape[1], np.nan)
    for i, column in enumerate(rates.T):
        known = np.sort(column[~np.isnan(column)])
        spans = [(known[a + least - 1] - known[a], known[a]) for a in range(len(known) - least + 1)]
        if spans and min(spans)[0] < AGREEMENT:
            found[i] = min(spans)[1] + min(spans)[0] / 2
    return found


def has_plausible_intervals(beats, windows):
    """Whether no interval in the window is below half or above 1.75 times the window's median one."""
    beats = np.asarray(beats)
    good = np.zeros(len(windows), dtype=bool)
    for i, (start, end) in enumerate(windows):
        steps = np.diff(beats[(beats >= start - 1e-6) & (beats < end - 1e-6)])
        good[i] = len(steps) > 1 and bool(
            np.all((steps > 0.5 * np.median(steps)) & (steps < 1.75 * np.median(steps))))
    return good


def choices():
    """(detectors, how many must agree) of every rule."""
    for size in (2, 3, 5):
        for names in itertools.combinations(METHODS, size):
            for least in range(size // 2 + 1, size + 1):
                yield names, least


def spoken(names, least):
    return " + ".join(names) if len(names) == 2 else f"{least} of {', '.join(names)}"


def references(found, windows):
    """The reference of each window by every candidate: (rule, value, plausibility) → rates. found: beats by method."""
    own = {name: own_rates(found[name], windows) for name in METHODS}
    for names, least in choices():
        lists = [found[name] for name in names]
        rates = np.stack([own[name] for name in names])
        beats, follows = voted(lists, least)
        median = agreeing_median(rates, least)
        by_beats = interval_rates(beats, follows, windows)
        both = np.where(np.abs(by_beats - middle_of_narrowest(rates, least)) < AGREEMENT, by_beats, np.nan)
        plausible = has_plausible_intervals(beats, windows)
        for value, rate in (("median rate", median), ("voted beats", by_beats), ("rates agree, voted beats", both)):
            yield (spoken(names, least), value, "any intervals"), rate
            yield (spoken(names, least), value, "plausible intervals"), np.where(plausible, rate, np.nan)
