"""Damaged copies of a video clip, and files that only claim to be one.

    python3 damage.py h264-420-bt601.mp4 1 OUT 200

Clip, seed, folder, count. Python 3.8 or later, nothing else. The same arguments give the same files. A file's name is
its number, the kind of the damage and the clip's own ending ("017-cut.mp4"). Kinds that the clip has no place for (a
box of MP4 in an AVI file) are left out; the others follow one another until there are enough files.
"""

import math
import random
import struct
import sys
from pathlib import Path

PARENTS = {b"moov", b"trak", b"mdia", b"minf", b"stbl", b"edts", b"dinf"}


def boxes(data, start=0, end=None):
    """Places of the boxes of an MP4 or QuickTime file: (type, first byte of the box, end)."""
    end = len(data) if end is None else end
    found = []
    while start + 8 <= end:
        size, kind = struct.unpack(">I4s", data[start:start + 8])
        if size < 8 or start + size > end:
            break
        found.append((kind, start, start + size))
        if kind in PARENTS:
            found += boxes(data, start + 8, start + size)
        start += size
    return found


def pick(data, kind):
    if data[4:8] not in (b"ftyp", b"moov", b"mdat", b"wide"):
        return []
    return [(start, end) for name, start, end in boxes(data) if name == kind]


def put(data, at, format, *values):
    changed = bytearray(data)
    struct.pack_into(format, changed, at, *values)
    return bytes(changed)


# General damage


def cut(data, rng):
    return data[:rng.randrange(1, len(data))]


def flip(data, rng, low, high, most):
    changed = bytearray(data)
    for _ in range(rng.randint(1, most)):
        changed[rng.randrange(low, high)] ^= rng.randint(1, 255)
    return bytes(changed)


def flips_middle(data, rng):
    return flip(data, rng, len(data) // 4, max(len(data) * 3 // 4, len(data) // 4 + 1), 30)


def flips_header(data, rng):
    return flip(data, rng, 0, min(1024, len(data)), 8)


def flips_end(data, rng):
    """An MP4 file's index often stands at its end."""
    return flip(data, rng, max(0, len(data) - 1024), len(data), 8)


def zeros(data, rng):
    start = rng.randrange(len(data))
    length = min(rng.randint(16, 4096), len(data) - start)
    return data[:start] + bytes(length) + data[start + length:]


def left_out(data, rng):
    start = rng.randrange(len(data))
    return data[:start] + data[start + rng.randint(1, 2048):]


def tail_twice(data, rng):
    return data + data[-rng.randint(1, len(data)):]


def empty(data, rng):
    return b""


def first_100(data, rng):
    return data[:100]


def noise(data, rng):
    return bytes(rng.getrandbits(8) for _ in range(rng.randint(1, 20000)))


def noise_after_header(data, rng):
    keep = min(len(data), rng.randint(32, 1024))
    return data[:keep] + bytes(rng.getrandbits(8) for _ in range(len(data) - keep))


# Boxes of MP4 and QuickTime


def table(kind, name):
    """Changes a number in a sample table: its count, or an entry."""
    def change(data, rng):
        start, end = rng.choice(pick(data, kind))
        first = start + 12
        at = rng.choice([first, first, rng.randrange(first, max(first + 1, end - 3), 4)])
        right = struct.unpack_from(">I", data, at)[0]
        return put(data, at, ">I", rng.choice([v for v in [0, 1, 10**6, 2**31 - 1, 2**31, 2**32 - 1] if v != right]))
    change.needs = lambda data: [place for place in pick(data, kind) if place[1] - place[0] >= 16]
    change.title = name
    return change


def box_size(data, rng):
    kind, start, end = rng.choice(boxes(data))
    return put(data, start, ">I", rng.choice([0, 1, 4, 7, 9, end - start + 1, 2 * (end - start), 10**6, 2**31, 2**32 - 1]))


def mdhd(data, rng):
    start, end = rng.choice(pick(data, b"mdhd"))
    # Version 0: version and flags, created, changed, time scale, duration.
    at = start + rng.choice([20, 24, 24])
    return put(data, at, ">I", rng.choice([0, 1, 2**31 - 1, 2**31, 2**32 - 1]))


def tkhd(data, rng):
    start, end = rng.choice(pick(data, b"tkhd"))
    # 16.16 fixed point: a million pixels do not fit, and are cut to 16960.
    return put(data, end - 8, ">2I", *[rng.choice([0, 1, 10**6, (10**6 << 16) & 0xFFFFFFFF, 2**32 - 1]) for _ in "wh"])


def matrix(data, rng):
    start, end = rng.choice(pick(data, b"tkhd"))
    return put(data, end - 44, ">9I", *[rng.choice([0, 1, 0x10000, 0xFFFF0000, 2**31, rng.getrandbits(32)]) for _ in range(9)])


def stsd(data, rng):
    """The coded size in the sample description (10^6 does not fit in its 16 bits)."""
    start, end = rng.choice(pick(data, b"stsd"))
    return put(data, start + 48, ">2H", *[rng.choice([0, 1, 3, 16384, 65535]) for _ in "wh"])


def called_sound(data, rng):
    return data.replace(b"vide", b"soun")


# Time stamps that go back


def back_mp4(data, rng):
    """Offsets of presentation, or steps of decoding if there are none, that are large and of either sign."""
    changed = bytearray(data)
    for start, end in pick(data, b"ctts") or pick(data, b"stts"):
        changed[start + 8] = 1
        for at in range(start + 16, end - 7, 8):
            offset = -rng.randint(1, 20000) if rng.random() < 0.5 else rng.randint(0, 20000)
            struct.pack_into(">i", changed, at + 4, offset)
    return bytes(changed)


def simple_blocks(data):
    """Places of the 16-bit times of Matroska's SimpleBlocks: id A3, size, track 1, time."""
    if data[:4] != b"\x1aE\xdf\xa3":
        return []
    found, at = [], data.find(b"\x1fC\xb6u")
    while 0 <= at < len(data) - 12:
        at = data.find(b"\xa3", at + 1)
        if at < 0 or at > len(data) - 12:
            break
        length = 9 - data[at + 1].bit_length() if data[at + 1] else 9
        if length <= 8 and data[at + 1 + length] == 0x81:
            size = int.from_bytes(data[at + 1:at + 1 + length], "big") & ((1 << 7 * length) - 1)
            if size > 4 and at + 1 + length + size <= len(data):
                found.append(at + 2 + length)
                at += length + size
    return found


def back_mkv(data, rng):
    changed = bytearray(data)
    for at in simple_blocks(data):
        if rng.random() < 0.5:
            struct.pack_into(">h", changed, at, rng.randint(-2000, 2000))
    return bytes(changed)


def stamps(data):
    """Places of the presentation times of a transport stream's packets."""
    if len(data) % 188 or data[:1] != b"G":
        return []
    found, at = [], -1
    while (at := data.find(b"\x00\x00\x01\xe0", at + 1)) >= 0:
        if at + 14 <= len(data) and data[at + 6] & 0xC0 == 0x80 and data[at + 7] & 0x80:
            found.append(at + 9)
    return found


def back_ts(data, rng):
    changed = bytearray(data)
    for at in stamps(data):
        if rng.random() < 0.5:
            time = rng.randrange(400000)
            changed[at] = changed[at] & 0xF1 | (time >> 30 & 7) << 1
            struct.pack_into(">2H", changed, at + 1, (time >> 15 & 0x7FFF) << 1 | 1, (time & 0x7FFF) << 1 | 1)
    return bytes(changed)


def back(data, rng):
    change = back_mkv if simple_blocks(data) else back_ts if stamps(data) else back_mp4
    return change(data, rng)


# Other things under a clip's name


def audio_only(data, rng):
    """A WAVE file of a tone."""
    samples = [round(8000 * math.sin(2 * math.pi * 440 * i / 8000)) for i in range(rng.randint(100, 8000))]
    body = struct.pack(f"<{len(samples)}h", *samples)
    form = struct.pack("<HHIIHH", 1, 1, 8000, 16000, 2, 16)
    return b"RIFF" + struct.pack("<I", 36 + len(body)) + b"WAVEfmt " + struct.pack("<I", 16) + form + b"data" + struct.pack(
        "<I", len(body)) + body


def ffconcat(data, rng):
    return b"ffconcat version 1.0\n" + rng.choice([b"file /etc/passwd\n", b"file ../clip.mp4\n", b"file 'http://127.0.0.1:9/x'\n"])


def m3u8(data, rng):
    target = rng.choice([b"file:///etc/passwd", b"/etc/passwd", b"http://127.0.0.1:9/x", b"concat:/etc/passwd|/etc/hosts"])
    return b"#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n#EXTINF:10.0,\n" + target + b"\n#EXT-X-ENDLIST\n"


def sdp(data, rng):
    return b"v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 9 RTP/AVP 96\na=rtpmap:96 H264/90000\n"


always = lambda data: True
box = lambda kind: lambda data: pick(data, kind)
KINDS = [
    ("cut", cut, always), ("flips-middle", flips_middle, always), ("flips-header", flips_header, always),
    ("flips-end", flips_end, always), ("zeros", zeros, always), ("left-out", left_out, always),
    ("tail-twice", tail_twice, always), ("empty", empty, always), ("first-100", first_100, always), ("noise", noise, always),
    ("noise-after-header", noise_after_header, always), ("box-size", box_size, box(b"moov")),
] + [
    (change.title, change, change.needs)
    for change in [table(name.encode(), f"box-{name}") for name in ["stsz", "stts", "ctts", "stsc", "stco", "stss", "elst"]]
] + [
    ("box-mdhd", mdhd, box(b"mdhd")), ("box-tkhd-size", tkhd, box(b"tkhd")), ("box-tkhd-matrix", matrix, box(b"tkhd")),
    ("box-stsd-size", stsd, box(b"stsd")), ("called-sound", called_sound, box(b"hdlr")),
    ("times-back", back, lambda data: pick(data, b"stts") or simple_blocks(data) or stamps(data)),
    ("audio-only", audio_only, always), ("playlist-ffconcat", ffconcat, always), ("playlist-m3u8", m3u8, always),
    ("playlist-sdp", sdp, always),
]


def main(clip, seed, folder, count):
    data = Path(clip).read_bytes()
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    kinds = [(name, change) for name, change, needs in KINDS if needs(data)]
    for index in range(int(count)):
        name, change = kinds[index % len(kinds)]
        # A text as the seed is hashed by SHA-512, not by Python's own hash.
        rng = random.Random(f"{seed} {index} {name}")
        ending = ".mp4" if name.startswith("playlist") else Path(clip).suffix
        (folder / f"{index:03}-{name}{ending}").write_bytes(change(data, rng))


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
