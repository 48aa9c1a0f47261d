"""An extractor: the pulse wave as the ratio of green to red, which what dims both leaves as it is."""

import hreval


def ratio(recording):
    red, green = recording["red"], recording["green"]
    return green / (red + 1)


hreval.extractor(ratio, name="ratio", channels=["red", "green"])
