"""What h5py and NumPy read from HDF5 data sets of records and of texts that say dates and times.

    python3 hdf5_records_oracle.py > hdf5_records.json

`base64`: the file. `early`: a smaller one, whose headers have no checksums. `columns`: numbers of a member, or of an entry of one that is an array; null where they were never
written. `moments`: microseconds since 1970. The attribute `values_block_0_kind` and the group `_i_block` are as PyTables
has them for a table of pandas.
"""
import base64, datetime, io, json
import h5py, numpy as np

COUNT = 30
TEXT = h5py.string_dtype()


def records(kinds):
    array = np.zeros(COUNT, kinds)
    for place, name in enumerate(array.dtype.names):
        kind = array.dtype[name]
        if kind.base.kind in "fiu":
            size = int(np.prod(kind.shape, dtype=int))
            wave = np.round(90 * np.sin(np.arange(COUNT * size) / (3 + place)), 2)
            array[name] = wave.reshape((COUNT,) + kind.shape)
        elif kind.base.kind == "S":
            array[name] = b"ok"
        elif kind == object:
            array[name] = "moved"
    return array


plain = records([("t", "<f8"), ("ppg", "<f4"), ("k", "<i2")])
plain["t"] = np.arange(COUNT) / 10
block = records([("index", "<i8"), ("values_block_0", "<f8", (2,)), ("note", "S4"), ("grid", "<f4", (2, 2)),
                 ("deep", [("a", "<f8")]), ("odd[1]", "<i4")])
block["values_block_0"][:, 0] = np.arange(COUNT) / 10
begin = datetime.datetime(2016, 11, 24, 13, 58, 58)
stamps = [str(begin + datetime.timedelta(milliseconds=100 * k + 1)) for k in range(COUNT)]

memory = io.BytesIO()
with h5py.File(memory, "w", libver=("v108", "v108")) as f:
    f["plain"] = plain
    f["big"] = records([("t", ">f8"), ("ppg", ">f4"), ("k", ">i2"), ("u", ">u8")])
    f.create_dataset("packed", data=plain, chunks=(8,), compression="gzip", shuffle=True)
    f["block"] = block
    f["block"].attrs["values_block_0_kind"] = np.bytes_("(lp0\nVtime\np1\naVppg\np2\na.")
    f["noted"] = records([("x", "<f4"), ("note", TEXT), ("y", "<f8"), ("on", "?")])
    f.create_dataset("gaps", (COUNT,), plain.dtype, chunks=(5,))[10:20] = plain[10:20]
    f["matrix"] = plain[:6].reshape(2, 3)
    index = f.create_group("_i_block")
    index.attrs["CLASS"] = np.bytes_("TINDEX")
    index["sorted"] = np.arange(40.0)
    f["fixed"] = np.array(stamps, "S32")
    f.create_dataset("variable", data=stamps, dtype=TEXT, chunks=(8,), compression="gzip", shuffle=True)
    f["day"] = np.array([text[:10] for text in stamps], "S10")
    f.create_dataset("clock", data=[text[11:] for text in stamps], dtype=TEXT)
    f.create_dataset("wrong", data=["2020-03-04 10:00", "10:00", "", "noon", "2020-03-04 10:00Z"], dtype=TEXT)
    f["labels"] = np.array(["sitting"] * 25, "S8")
    f.create_dataset("hollow", (20,), "S32", chunks=(5,))[:5] = np.array(stamps[:5], "S32")

early = io.BytesIO()
with h5py.File(early, "w", libver=("earliest", "v108")) as f:
    f["plain"] = plain

columns = [("plain", name) for name in ("t", "ppg", "k")] + [("big", name) for name in ("t", "ppg", "k", "u")]
columns += [("packed", name) for name in ("t", "ppg", "k")] + [("noted", name) for name in ("x", "y", "on")]
columns += [("gaps", "ppg"), ("block", "index"), ("block", "odd[1]")]
columns += [("block", "values_block_0[0]"), ("block", "values_block_0[1]")]


def numbers(file, path, column):
    array = file[path][()]
    values = array[column] if column in array.dtype.names else array[column[:-3]][:, int(column[-2])]
    values = [float(value) for value in values]
    if path == "gaps":
        values = [value if 10 <= place < 20 else None for place, value in enumerate(values)]
    return values


def since_1970(text):
    elapsed = datetime.datetime.fromisoformat(text) - datetime.datetime(1970, 1, 1)
    return (elapsed.days * 86400 + elapsed.seconds) * 1000000 + elapsed.microseconds


with h5py.File(memory) as f:
    print(json.dumps(dict(
        command="python3 hdf5_records_oracle.py > hdf5_records.json",
        h5py=h5py.__version__, hdf5=h5py.version.hdf5_version, base64=base64.b64encode(memory.getvalue()).decode(),
        early=base64.b64encode(early.getvalue()).decode(),
        columns=[dict(path="/" + path, column=column, values=numbers(f, path, column)) for path, column in columns],
        moments=[dict(path="/" + path, microseconds=[since_1970(text.decode()) for text in f[path][()]])
                 for path in ("fixed", "variable")])))
