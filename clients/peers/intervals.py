"""How hreval's own beat detectors make a rate of beats (`beatRate@1`), for comparing beats and not rates."""
import numpy as np


def rate_of_beats(seconds):
    """60 over the mean of the intervals within 30 % of their median.

    `seconds`: times of beats, ascending. Answers in words where there are fewer than three beats, or where the rate
    lies outside 30 to 240 bpm.
    """
    if len(seconds) < 3:
        return "too few beats"
    intervals = np.diff(seconds)
    middle = np.median(intervals)
    near = intervals[(intervals >= 0.7 * middle) & (intervals <= 1.3 * middle)]
    if len(near) == 0 or not 30 <= 60 / near.mean() <= 240:
        return "no plausible interval"
    return float(60 / near.mean())
