"""Random numbers as docs/reference/formulas defines them: Philox4x32-10, keyed by a seed and names."""

import numpy as np

WORD = (1 << 32) - 1
LONG = (1 << 64) - 1


def key(seed, names):
    """FNV-1a over the seed's eight bytes and the names, finished as SplitMix64 finishes."""
    data = seed.to_bytes(8, "little") + b"".join(name.encode() + b"\xff" for name in names)
    hashed = 0xCBF29CE484222325
    for byte in data:
        hashed = ((hashed ^ byte) * 0x100000001B3) & LONG
    hashed = ((hashed ^ (hashed >> 30)) * 0xBF58476D1CE4E5B9) & LONG
    hashed = ((hashed ^ (hashed >> 27)) * 0x94D049BB133111EB) & LONG
    return hashed ^ (hashed >> 31)


def philox(counters, key_word0, key_word1):
    """Ten rounds of Philox4x32 on rows of four 32-bit words (shape n × 4, held in 64-bit integers)."""
    c = [counters[:, i].astype(np.uint64) for i in range(4)]
    shift, low = np.uint64(32), np.uint64(WORD)
    for number in range(10):
        k0 = np.uint64((key_word0 + number * 0x9E3779B9) & WORD)
        k1 = np.uint64((key_word1 + number * 0xBB67AE85) & WORD)
        a = np.uint64(0xD2511F53) * c[0]
        b = np.uint64(0xCD9E8D57) * c[2]
        c = [(b >> shift) ^ c[1] ^ k0, b & low, (a >> shift) ^ c[3] ^ k1, a & low]
    return np.stack(c, axis=1)


def bits(seed, names, count):
    """The first `count` 64-bit numbers of a stream."""
    blocks = (count + 1) // 2
    number = np.arange(blocks, dtype=np.uint64)
    counters = np.zeros((blocks, 4), dtype=np.uint64)
    counters[:, 0] = number & np.uint64(WORD)
    counters[:, 1] = number >> np.uint64(32)
    whole = key(seed, names)
    words = philox(counters, whole & WORD, whole >> 32)
    pairs = np.stack([words[:, 0] << np.uint64(32) | words[:, 1], words[:, 2] << np.uint64(32) | words[:, 3]], axis=1)
    return pairs.reshape(-1)[:count]


def uniform(seed, names, count):
    """Numbers in [0, 1), multiples of 2⁻⁵³."""
    return (bits(seed, names, count) >> np.uint64(11)).astype(np.float64) * 2.0**-53


def bootstrap_seed(seed):
    """The seed of all cluster bootstraps of a run."""
    return int(bits(seed, ["bootstrap"], 1)[0])


_cached = {}


def cluster_draws(seed, clusters, resamples=2000):
    """Which clusters each resample draws, shape resamples × clusters: two from each uniform number."""
    if (seed, clusters) not in _cached:
        numbers = (clusters + 1) // 2
        u = uniform(bootstrap_seed(seed), ["cluster bootstrap"], resamples * numbers).reshape(resamples, numbers)
        place = u * clusters
        first = np.minimum(clusters - 1, np.floor(place))
        second = np.minimum(clusters - 1, np.floor((place - first) * clusters))
        both = np.stack([first, second], axis=2).reshape(resamples, 2 * numbers)[:, :clusters]
        _cached[seed, clusters] = both.astype(np.intp)
    return _cached[seed, clusters]


def difference_draws(seed, clusters, resamples=2000):
    """The same for differences between two rows: one cluster from each uniform number."""
    u = uniform(seed, ["paired difference"], resamples * clusters).reshape(resamples, clusters)
    return np.minimum(clusters - 1, np.floor(u * clusters)).astype(np.intp)


# The published vector for counter and key of all ones (Random123, kat_vectors: philox4x32 10).
_ones = philox(np.full((1, 4), WORD, dtype=np.uint64), WORD, WORD)[0]
assert [int(word) for word in _ones] == [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD], "Philox4x32-10 is wrong"
