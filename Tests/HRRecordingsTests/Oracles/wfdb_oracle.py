"""What the wfdb package reads from WFDB records and annotations.

    python3 wfdb_oracle.py FOLDER > wfdb.json

FOLDER is the data set wfdb-samples. Of each of its signals: the number of samples, how many are missing, the exact sum
of the others (math.fsum), and the samples at some places; of its annotations the number of each symbol and some times.
Small records that wfdb itself writes, or that are put together here where it cannot write them, stand in it whole,
with all their samples. Missing samples are null.
"""
import base64, json, math, os, sys, tempfile
import numpy as np
import wfdb

PLACES = [0, 1, 2, 100, 1000, 12345, 60000]


def plain(values):
    return [None if math.isnan(value) else float(value) for value in values]


def read(name, folder):
    return wfdb.rdrecord(os.path.join(folder, name), smooth_frames=False, physical=True)


def signals(record):
    if record.e_p_signal is not None:
        return [np.asarray(signal) for signal in record.e_p_signal]
    return list(record.p_signal.T)


def whole(name, folder, files, **more):
    """A record with all that is in its files; `files` are handed to whoever reads it."""
    record = read(name, folder)
    rates = [float(record.fs * (count or 1)) for count in getattr(record, "samps_per_frame", None) or [1] * record.n_sig]
    content = {}
    for file in files:
        with open(os.path.join(folder, file), "rb") as opened:
            content[file] = base64.b64encode(opened.read()).decode()
    return dict(name=name, files=content, labels=record.sig_name, rates=rates,
                values=[plain(signal) for signal in signals(record)], **more)


def codes(bits, count):
    """The whole range, and the lowest code, which stands for no sample."""
    top = (1 << (bits - 1)) - 1
    steps = np.round(top * np.sin(np.arange(count) * 0.7)).astype(np.int64)
    steps[3], steps[7], steps[8] = -top - 1, top, -top
    return steps


def written(folder, fmt, bits):
    name = f"f{fmt}"
    digital = np.stack([codes(bits, 41), codes(bits, 41)[::-1]], axis=1)
    wfdb.wrsamp(name, fs=62.5, units=["mV", "NU"], sig_name=["one", "two words"], d_signal=digital, fmt=[fmt, fmt],
                adc_gain=[200, 7247.5], baseline=[0, -3], write_dir=folder)
    return whole(name, folder, [f"{name}.hea", f"{name}.dat"])


def composed(folder, name, header, files, **more):
    with open(os.path.join(folder, f"{name}.hea"), "w") as opened:
        opened.write(header)
    for file, content in files.items():
        with open(os.path.join(folder, file), "wb") as opened:
            opened.write(content)
    return whole(name, folder, [f"{name}.hea"] + list(files), **more)


def records(folder):
    list = [written(folder, fmt, bits) for fmt, bits in
            [("80", 8), ("16", 16), ("24", 24), ("32", 32), ("212", 12),
             ("508", 8), ("516", 16), ("524", 24)]]
    # What wfdb does not write.
    top = np.array(codes(16, 30), dtype="<i2")
    list.append(composed(folder, "f61", "f61 2 250 15\nf61.dat 61 100 16 0\nf61.dat 61 100(5) 16 0 0 0 0 b\n",
                         {"f61.dat": top.byteswap().tobytes()}))
    list.append(composed(folder, "f160", "f160 1 250 30\nf160.dat 160 100/mV 16 7 0\n",
                         {"f160.dat": (top.astype("<i4") + 32768).astype("<u2").tobytes()}))
    steps = bytes(range(0, 250, 5)) + bytes([128, 127])
    list.append(composed(folder, "f8", "f8 2 100 26\nf8.dat 8 10 12 0 -40\nf8.dat 8 10 12 0 300\n", {"f8.dat": steps}))
    words = np.arange(0, 4 * 9, dtype=np.uint8) * 37 + 5
    # Of format 311 two bits in 32 mean nothing; wfdb takes one of them for a part of a sample.
    words[3::4] &= 0x3F
    for fmt in ("310", "311"):
        list.append(composed(folder, f"f{fmt}", f"f{fmt} 1 100 27\nf{fmt}.dat {fmt} 0(3)/mV 10 0\n",
                             {f"f{fmt}.dat": words.tobytes()}))
        list.append(composed(folder, f"g{fmt}", f"g{fmt} 2 100 13\ng{fmt}.dat {fmt}\ng{fmt}.dat {fmt}\n",
                             {f"g{fmt}.dat": words.tobytes()[:36]}))
    # Several samples per frame, several files, a byte offset, a skew, comments anywhere, no number of samples.
    mixed = ("# before\n\nmixed 4 10/20(3) 6 12:00:00 1/2/2003\n#between\nmixed.a 16x2+7 50(10)/mV 16 0 0 0 0 fast one\n"
             "mixed.a 16x1+7 -20/mV 16 0\nmixed.b 212x3 4/NU 12 1 0 0 0 ppg\nmixed.b 212x2 4 12 -1\n# after\n")
    list.append(composed(folder, "mixed", mixed, {
        "mixed.a": b"7 bytes" + np.arange(-9, 9, dtype="<i2").tobytes(),
        "mixed.b": (np.arange(45) * 83 % 256).astype(np.uint8).tobytes()}))
    list.append(composed(folder, "late", "late 2 100 9\nlate.dat 16 1 16 0 0 0 0 a\nlate.dat 16:2 1 16 0 0 0 0 b\n",
                         {"late.dat": np.arange(18, dtype="<i2").tobytes()}))
    list.append(composed(folder, "open", "open 1\nopen.dat 212 0\n", {"open.dat": bytes(range(30))}))
    # Segments: a fixed layout; a variable one with a gap, other gains, and a signal that comes and goes.
    ramp = np.arange(16, dtype="<i2").tobytes()
    parts = {"s1.hea": b"s1 2 50 8\ns1.dat 16 2/mV 16 0 0 0 0 a\ns1.dat 16 4/mV 16 0 0 0 0 b\n", "s1.dat": ramp,
             "s2.hea": b"s2 1 50 16\ns2.dat 16 8(3)/mV 16 0 0 0 0 b\n", "s2.dat": ramp,
             "lay.hea": b"lay 2 50 0\n~ 0 2/mV 16 0 0 0 0 a\n~ 0 4/mV 16 0 0 0 0 b\n"}
    list.append(composed(folder, "fixed", "fixed/2 2 50 16\ns1 8\ns1 8\n", {"s1.hea": parts["s1.hea"], "s1.dat": ramp}))
    list.append(composed(folder, "vary", "vary/5 2 50 37\nlay 0\ns1 8\n~ 5\ns2 16\ns1 8\n", parts))
    # 800 kB of nothing per signal.
    wfdb.wrsamp("nothing", fs=1000, units=["NU"] * 2, sig_name=["a", "b"], d_signal=np.zeros((400000, 2), dtype=np.int64),
                fmt=["516", "516"], adc_gain=[1, 1], baseline=[0, 0], write_dir=folder)
    nothing = whole("nothing", folder, ["nothing.hea", "nothing.dat"])
    list.append(dict(nothing, values=[[0] * 7] * 2))
    return list


def annotation(ann, **more):
    return dict(rate=float(ann.fs), times=[int(time) for time in ann.sample], symbols=ann.symbol,
                subtypes=[int(each) for each in ann.subtype], channels=[int(each) for each in ann.chan],
                numbers=[int(each) for each in ann.num], notes=[note.rstrip("\0") for note in ann.aux_note], **more)


def annotations(folder):
    list = []
    for name, fs in [("own", 1000.0), ("none", None)]:
        wfdb.wrann(name, "tst", np.array([5, 300, 1400, 1401, 90000, 10000000]), symbol=["+", "N", "V", "~", "N", "+"],
                   subtype=np.array([0, 0, 3, -1, 0, 0]), chan=np.array([0, 0, 1, 1, 2, 2]),
                   num=np.array([0, 0, 4, 0, 0, 3]), aux_note=["(AFIB", "", "odd", "", "", "(N\0"], fs=fs,
                   write_dir=folder)
        with open(os.path.join(folder, f"{name}.hea"), "w") as opened:
            opened.write(f"{name} 0 250 1\n")
        with open(os.path.join(folder, f"{name}.tst"), "rb") as opened:
            content = base64.b64encode(opened.read()).decode()
        list.append(annotation(wfdb.rdann(os.path.join(folder, name), "tst"), name=name, base64=content))
    return list


def recorded(folder, name):
    record = read(name, folder)
    counts = getattr(record, "samps_per_frame", None) or [1] * record.n_sig
    found = []
    for label, count, signal in zip(record.sig_name, counts, signals(record)):
        there = signal[~np.isnan(signal)]
        places = [place for place in PLACES if place < len(signal)]
        found.append(dict(label=label, rate=float(record.fs * (count or 1)), count=len(signal),
                          missing=int(len(signal) - len(there)), sum=math.fsum(there), places=places,
                          values=plain([signal[place] for place in places])))
    return dict(name=name, signals=found)


def beats(folder):
    ann = wfdb.rdann(os.path.join(folder, "100"), "atr")
    symbols = sorted(set(ann.symbol))
    return dict(count=len(ann.sample), rate=float(ann.fs), symbols={each: ann.symbol.count(each) for each in symbols},
                sum=int(sum(int(each) for each in ann.sample)), first=[int(each) for each in ann.sample[:5]],
                notes=[note.rstrip("\0") for note in ann.aux_note if note])


with tempfile.TemporaryDirectory() as folder:
    made = dict(records=records(folder), annotations=annotations(folder))
json.dump(dict(command="python3 wfdb_oracle.py FOLDER > wfdb.json", wfdb=wfdb.__version__, numpy=np.__version__, **made,
               recorded=[recorded(sys.argv[1], name)
                         for name in ["100", "a103l", "v102s", "fixed1/v102s", "mixedsignals", "binformats"]],
               beats=beats(sys.argv[1])), sys.stdout, separators=(",", ":"))
