"""What lies behind the averages in results.json, by the formulas of docs/reference/formulas."""

import math

import numpy as np

from agreement import quantile

# A member of results.json that windows.csv cannot give.
NOT_IN_WINDOWS = object()
# Before the name of a column that has the rates of a detector behind a reference.
BEHIND = "behind "


class AtMost:
    """A time that may be less than windows.csv says."""

    def __init__(self, value):
        self.value = value


def row(rows, tolerance, constant, delay=None):
    """Members of a result that `Comparison.tree` compares; constant: `constantBPM` of the scenario's yardsticks; delay:
    what the detector states, where it is read at the end of windows."""
    series = rows.series()
    late = None if delay is None else at_delay(series, delay)
    return ({} if late is None else {"atDelay": late}) | {
        "ownChance": own_chance(rows, constant),
        "anatomy": anatomy(rows, series, tolerance),
        "lattice": lattice(rows.estimate),
        "riskCoverage": risk_coverage(rows),
        "lagCurve": lag_curve(series),
        "otherReferences": other_references(rows),
    }


def column(name):
    """The column of windows.csv that has the rates of a detector behind a reference."""
    return f"reference{name[:1].upper()}{name[1:]}BPM"


def behind(rows):
    """The rates of these detectors by column."""
    return {name.removeprefix(BEHIND): rates for name, rates in rows.columns.items() if name.startswith(BEHIND)}


def mae(values):
    return float(np.abs(values).mean()) if len(values) else None


def other_references(rows):
    """Errors against each of the detectors behind a reference; `name` is that of the column."""
    answered, known = ~np.isnan(rows.estimate), ~np.isnan(rows.reference)
    singles, any_rate = [], np.zeros(len(rows), dtype=bool)
    for name, rates in behind(rows).items():
        any_rate |= ~np.isnan(rates)
        counts = answered & ~np.isnan(rates)
        if not counts.any():
            continue
        error = rows.estimate - rates
        kept, disputed = counts & known, counts & (rows.outcome == "noReference:detectorsDisagree")
        singles.append({
            "name": name, "windows": int(counts.sum()), "maeBPM": mae(error[counts]),
            "keptWindows": int(kept.sum()), "keptMAEBPM": mae(error[kept]),
            "disputedWindows": int(disputed.sum()), "disputedMAEBPM": mae(error[disputed])})
    if not singles:
        return None
    agreed = answered & known & any_rate
    return {
        "agreedWindows": int(agreed.sum()), "agreedMAEBPM": mae((rows.estimate - rows.reference)[agreed]),
        "detectors": singles}


def spread(rows):
    """How far apart two of the detectors behind a reference are."""
    rates = list(behind(rows).values())
    sums, pairs = np.zeros(len(rows)), np.zeros(len(rows))
    for i, one in enumerate(rates):
        for other in rates[:i]:
            apart = np.abs(one - other)
            sums += np.nan_to_num(apart)
            pairs += ~np.isnan(apart)
    all_windows = pairs > 0
    kept = all_windows & ~np.isnan(rows.reference)
    apart = sums / np.where(all_windows, pairs, 1)
    return {
        "floorMAEBPM": mae(apart[kept]), "floorWindows": int(kept.sum()),
        "floorUnselectedMAEBPM": mae(apart[all_windows]), "floorUnselectedWindows": int(all_windows.sum())}


def median(values):
    return quantile(0.5, np.sort(values)) if len(values) else None


def chance(rows, constant, counts=None):
    """Errors of answers that have not seen the signal, over the windows with a reference that count (None: all).

    constant: None where no constant answer is judged.
    """
    counts = ~np.isnan(rows.reference) if counts is None else counts & ~np.isnan(rows.reference)
    held, first = [], 0
    for one in rows.series():
        known = np.flatnonzero(~np.isnan(one.reference))
        for i in known:
            # Windows of a series ascend by start and end.
            before = known[(one.end[known] <= one.start[i] + 1e-6) & (known < i)]
            if len(before) and counts[first + i]:
                held.append(abs(one.reference[before[-1]] - one.reference[i]))
        first += len(one)
    rows = rows.where(counts)
    others = None
    if len(set(rows.cluster)) >= 2:
        total, off = rows.reference.sum(), 0.0
        for cluster in set(rows.cluster):
            own = rows.reference[rows.cluster == cluster]
            off += float(np.abs((total - own.sum()) / (len(rows) - len(own)) - own).sum())
        others = off / len(rows)
    return {
        "othersMeanMAEBPM": others,
        "constantMAEBPM":
            float(np.abs(constant - rows.reference).mean()) if len(rows) and constant is not None else None,
        "holdLastMAEBPM": float(np.mean(held)) if held else None,
        "holdLastWindows": len(held),
    }


def own_chance(rows, constant):
    """Over the windows that the detector answered; the earlier window of the last two need not be answered."""
    found = chance(rows, constant, ~np.isnan(rows.estimate))
    return found if any(one is not None for name, one in found.items() if name.endswith("MAEBPM")) else None


def chance_levels(rows, constant, tries):
    """Yardsticks of a scenario, from the windows of any one detector."""
    found = chance(rows, constant) | spread(rows)
    # Of tries these are of the first, and windows.csv has the one that counts.
    if tries > 1:
        found = {name: NOT_IN_WINDOWS for name in found}
    return ({} if constant is None else {"constantBPM": constant}) | found


def anatomy(rows, series, tolerance):
    both = ~np.isnan(rows.reference) & ~np.isnan(rows.estimate)
    if not both.any():
        return None
    reference, estimate = rows.reference[both], rows.estimate[both]

    def near(multiple):
        return float((np.abs(estimate - multiple) <= 0.05 * multiple).mean())

    all_estimates = rows.estimate[~np.isnan(rows.estimate)]
    smallest, largest = all_estimates.min(), all_estimates.max()
    at_edge = np.zeros(len(estimate), dtype=bool)
    if np.count_nonzero(all_estimates == smallest) >= 3:
        at_edge |= estimate <= smallest + 0.01 * smallest
    if np.count_nonzero(all_estimates == largest) >= 3:
        at_edge |= estimate >= largest - 0.01 * largest
    over5, over10 = runs(series, 5), runs(series, 10)
    return {
        "halfShare": near(0.5 * reference),
        "twoThirdsShare": near(2 * reference / 3),
        "threeHalvesShare": near(1.5 * reference),
        "doubleShare": near(2 * reference),
        "cadenceShare": NOT_IN_WINDOWS,
        "bandEdgeShare": float(at_edge.mean()),
        "stuckShare": sum(stuck(one) for one in series) / len(estimate),
        "exactZeroShare": float((estimate == reference).mean()),
        "runsOver5BPM": over5[0],
        "runsOver10BPM": over10[0],
        "timeToFirstReadingSeconds": AtMost(first_reading(series)),
        "recoverySeconds": median(over10[1]),
    }


def stretches(flags):
    """First and last + 1 of each stretch of equal neighbours."""
    edges = [0, *(np.flatnonzero(flags[1:] != flags[:-1]) + 1), len(flags)]
    return zip(edges, edges[1:])


def stuck(one):
    """Windows with reference in stretches of five or more equal estimates while the reference moved."""
    total = 0
    for first, end in stretches(one.estimate):  # NaN equals nothing, so each is a stretch of its own.
        reference = one.reference[first:end]
        reference = reference[~np.isnan(reference)]
        if end - first >= 5 and len(reference) and reference.max() - reference.min() > 1:
            total += len(reference)
    return total


def runs(series, limit):
    lengths, recoveries = [], []
    for one in series:
        size = np.abs(one.estimate - one.reference)
        far = size > limit  # false where there is no error
        for first, end in stretches(far):
            if far[first]:
                lengths.append(int(end - first))
                if end < len(far) and size[end] <= limit:
                    recoveries.append(one.start[end] - one.start[first])
    return {
        "count": len(lengths),
        "longest": max(lengths) if lengths else None,
        "meanLength": sum(lengths) / len(lengths) if lengths else None,
    }, recoveries


def first_reading(series):
    times = []
    for one in series:
        answered = np.flatnonzero(~np.isnan(one.estimate))
        times.append(one.end[answered[0]] - one.start[0] if len(answered) else math.inf)
    times.sort()
    middle = len(times) // 2
    if not times or times[middle] == math.inf:
        return None
    return float(times[middle] if len(times) % 2 else (times[middle - 1] + times[middle]) / 2)


def risk_coverage(rows):
    references = int((~np.isnan(rows.reference)).sum())
    size = np.abs(rows.estimate - rows.reference)
    both = ~np.isnan(size)
    size, confidence = size[both], rows.confidence[both]
    if np.isnan(confidence).all():
        return None
    confidence = np.where(np.isnan(confidence), -np.inf, confidence)
    # Within a tie every window counts as the tie's mean.
    levels, which, number = np.unique(confidence, return_inverse=True, return_counts=True)
    mean = np.bincount(which, weights=size) / number
    risk = np.cumsum(np.repeat(mean[::-1], number[::-1])) / np.arange(1, len(size) + 1)
    n = len(size)
    if n <= 101:
        accepted = np.arange(1, n + 1)
    else:
        accepted = 1 + ((n - 1) * np.arange(101) + 50) // 100
    return {
        "aurcBPM": float(risk.mean()),
        "optimalAurcBPM": float((np.cumsum(np.sort(size)) / np.arange(1, n + 1)).mean()),
        "coverage": [float(one) for one in accepted / references],
        "maeBPM": [float(one) for one in risk[accepted - 1]],
    }


def lag_windows(series, most=10.0):
    """Seconds from lag to lag, number of lags either way, and the windows that count: estimates, and references from
    latest to earliest."""
    model = next((one for one in series if len(one) > 1), None)
    if model is None:
        return None
    hop = (model.start[-1] - model.start[0]) / (len(model) - 1)
    uneven = any(np.any(np.abs(np.diff(one.start) - hop) > 0.001) for one in series if len(one) > 1)
    if not hop > 0 or uneven or hop > most * (1 + 1e-9):
        return None
    stride = max(1, int(np.ceil(0.5 / hop * (1 - 1e-9))))
    step = hop * stride
    lags = int(most / step * (1 + 1e-9))
    reach = lags * stride
    estimates, references = [], []
    for one in series:
        for place in range(reach, len(one) - reach):
            around = one.reference[place - reach:place + reach + 1]
            if np.isnan(around).any() or np.isnan(one.estimate[place]):
                continue
            estimates.append(one.estimate[place])
            # The lag is positive where the reference is of an earlier window.
            references.append(around[::-stride])
    return (step, lags, np.array(estimates), np.array(references)) if estimates else None


def least(values):
    """Where the least stands; of equal ones that nearest the middle, of two as near the earlier."""
    middle = len(values) // 2
    return min(range(len(values)), key=lambda i: (values[i], abs(i - middle), i))


def lag_curve(series):
    found = lag_windows(series)
    if found is None:
        return None
    hop, reach, estimates, references = found
    sums = np.zeros(2 * reach + 1)
    for estimate, around in zip(estimates, references):
        sums += np.abs(estimate - around)
    lags = np.arange(-reach, reach + 1)
    return {
        "windows": len(estimates),
        "bestLagSeconds": float(lags[least(sums)] * hop),
        "lagSeconds": [float(lag * hop) for lag in lags],
        "maeBPM": [float(one) for one in sums / len(estimates)],
    }


def at_delay(series, delay):
    """Errors against the reference of so long before the end of each window; None without a window."""
    shifts, plain, late = [], [], []
    for one in series:
        middle = (one.start + one.end) / 2
        moment = one.end - delay
        before = np.searchsorted(middle, moment, side="right") - 1
        for i in np.flatnonzero(~np.isnan(one.estimate) & ~np.isnan(one.reference) & (before >= 0)):
            j = before[i]
            reference = one.reference[j]
            if moment[i] != middle[j]:
                if j + 1 == len(one) or middle[j + 1] - middle[j] > 10 * (1 + 1e-9):
                    continue
                share = (moment[i] - middle[j]) / (middle[j + 1] - middle[j])
                reference += share * (one.reference[j + 1] - reference)
            if np.isnan(reference):
                continue
            shifts.append(middle[i] - moment[i])
            plain.append(one.estimate[i] - one.reference[i])
            late.append(one.estimate[i] - reference)
    if not shifts:
        return None
    return {
        "windows": len(shifts), "shiftSeconds": float(np.mean(shifts)),
        "plainMAEBPM": mae(np.array(plain)), "delayedMAEBPM": mae(np.array(late)),
        "plainBiasBPM": float(np.mean(plain)), "delayedBiasBPM": float(np.mean(late))}


def recording_lag(series):
    """`lag` of a recording of a row; None where there is no curve."""
    curve = lag_curve(series)
    if curve is None:
        return None
    hop, reach, estimates, references = lag_windows(series)
    best = least(curve["maeBPM"])
    errors = estimates[:, None] - references
    spread = np.abs(errors - np.median(errors, axis=0)).mean(axis=0)
    ends = min(spread[0], spread[-1])
    clear = (
        len(estimates) >= 20
        and 0 < best < 2 * reach
        and spread[best] <= 0.8 * ends
        and ends - spread[best] >= 0.2
        and abs(least(spread) - best) * hop <= 1 + 1e-9
    )
    return {
        "windows": len(estimates),
        "bestLagSeconds": curve["bestLagSeconds"],
        "bestMAEBPM": curve["maeBPM"][best],
        "zeroLagMAEBPM": curve["maeBPM"][reach],
        "clear": bool(clear),
    }


def lattice(estimates):
    step = max(1, len(estimates) // 2000)
    values = estimates[::step]
    values = np.sort(values[~np.isnan(values)])
    if len(values) < 30:
        return None
    rates = distinct(values)
    found = {"distinctCount": len(rates), "count": len(values)}
    if len(rates) <= 5 and len(values) >= 50:
        return {"kind": "few", "step": min((b - a for a, b in zip(rates, rates[1:])), default=0.0)} | found
    width = lattice_step(np.array(rates), 0.05)
    if width is not None:
        return {"kind": "rateBPM", "step": width} | found
    if rates[0] > 0:
        width = lattice_step(60 / np.array(rates[::-1]), 0.001)
        if width is not None:
            return {"kind": "periodSeconds", "step": width} | found
    return None


def distinct(ascending):
    kept = []
    for value in ascending:
        if not kept or value - kept[-1] > 1e-6 * abs(value):
            kept.append(float(value))
    return kept


def away_from_zero(values):
    return np.floor(values + 0.5)


def lattice_step(values, least):
    if len(values) < 4:
        return None
    gaps = np.diff(values)
    allowed = len(gaps) // 100
    gap = np.sort(gaps)[allowed]
    for part in range(1, 7):
        start = gap / part
        if start < 0.999 * least:
            return None
        multiple = away_from_zero(gaps / start)
        good = (multiple > 0) & (np.abs(gaps - multiple * start) <= 0.1 * start)
        if not good.any():
            continue
        width = float(gaps[good].sum() / multiple[good].sum())
        off = np.abs(gaps - away_from_zero(gaps / width) * width)
        misses = np.count_nonzero(off > 1e-6 * np.maximum(np.abs(values[:-1]), np.abs(values[1:])))
        if width >= least * (1 - 1e-6) and misses <= allowed:
            return width
    return None
