"""What SciPy reads from MAT files of version 4 and 5.

    python3 mat_oracle.py > mat.json

Small files that SciPy writes (version 4; version 5 plain and packed), and two big-endian ones put together here, stand
whole in it, with the values that scipy.io.loadmat gives for paths into them: arrays column by column, and texts.
"""
import base64, io, json, re, struct, sys
import numpy as np, scipy, scipy.io, scipy.sparse

rng = np.random.default_rng(1)
n = 25
wave = np.round(100 * np.sin(2 * np.pi * 1.3 * np.arange(n) / n), 3)


def objects(items, shape):
    cells = np.empty(len(items), dtype=object)
    for k, item in enumerate(items):
        cells[k] = item
    return cells.reshape(shape, order="F")


def contents():
    structs = np.empty((1, 2), dtype=[("ppg", object), ("name", object)])
    structs[0, 0] = ({"v": wave[None, :].astype("f4"), "fs": 25.0}, "anna")
    structs[0, 1] = ({"v": 2 * wave[:10, None], "fs": 50.0}, "bänd")
    numbers = {name: np.array([[0, 1, 100]], dtype=kind) for name, kind in
               dict(i8="i1", u8="u1", i16="i2", u16="u2", i32="i4", u32="u4", i64="i8", u64="u8", f32="f4").items()}
    numbers["i8"][0, 2] = -128
    numbers["i64"][0, 2] = -2 ** 53
    numbers["u64"][0, 2] = 2 ** 63
    return dict(
        fs=25.0, sig=rng.integers(-500, 500, (3, n)).astype("i2"), whole=np.arange(n, dtype=float)[:, None],
        data=structs, subject=objects([{"ecg": wave}, {"ecg": wave + 1}, {"ecg": objects([wave[:4], "text"], (1, 2))}], (1, 3)),
        grid=objects([np.array([[k]]) for k in range(6)], (2, 3)), kinds=numbers,
        flags=np.array([[True, False, True]]), times=objects(["2016-11-24 13:58:58.081000", "2016-11-24 13:58:58.097000"], (2, 1)),
        note="Räusche ♥", empty=np.zeros((0, 0)), beats=np.array([[0.25, 1.0, 1.75]]),
        z=np.array([[1 + 2j, 3]]), sparse=scipy.sparse.csc_matrix(np.eye(3)), cube=np.zeros((2, 2, 2)))


PATHS = ["fs", "sig", "whole", "data(1).ppg.v", "data(2).ppg.v", "data(2).ppg.fs", "data(1,2).ppg.fs", "subject{1}.ecg",
         "subject{2}.ecg", "subject{3}.ecg{1}", "subject{1,2}.ecg", "grid{4}", "grid{2,3}", "flags", "beats", "cube"] + [
    "kinds." + kind for kind in "i8 u8 i16 u16 i32 u32 i64 u64 f32".split()]
TEXTS = ["note", "data(2).name", "times{2}", "subject{3}.ecg{2}", "fs"]
PLAIN = ["fs", "sig", "whole", "beats", "flags", "note"]


def look_up(variables, path):
    value = None
    for step in re.findall(r"[A-Za-z_]\w*|\{[^}]*\}|\([^)]*\)", path):
        if step[0] in "{(":
            index = [int(k) - 1 for k in step[1:-1].split(",")]
            value = value[tuple(index)] if len(index) > 1 else value.ravel(order="F")[index[0]]
        elif value is None:
            value = variables[step]
        else:
            value = value[step] if isinstance(value, np.void) else value[0, 0][step]
    return value


def case(name, content, paths, texts):
    variables = scipy.io.loadmat(io.BytesIO(content))
    arrays = []
    for path in paths:
        value = look_up(variables, path)
        arrays.append(dict(path=path, dimensions=list(value.shape), values=[float(x) for x in value.ravel(order="F")]))
    strings = []
    for path in texts:
        value = look_up(variables, path).ravel()[0]
        strings.append(dict(path=path, text=str(value) if isinstance(value, str) else repr(float(value)).removesuffix(".0")))
    return dict(name=name, base64=base64.b64encode(content).decode(), arrays=arrays, texts=strings)


def saved(**options):
    file = io.BytesIO()
    variables = contents()
    if options.get("format") == "4":
        variables = {name: variables[name] for name in PLAIN + ["z", "sparse"]}
        variables["note"] = "plain"
        variables["flags"] = variables["flags"].astype("u1")
    scipy.io.savemat(file, variables, **options)
    return file.getvalue()


def big5():
    """A 2 by 3 matrix of 16-bit numbers and a struct with a vector of doubles, all big-endian."""
    def element(kind, data):
        return struct.pack(">II", kind, len(data)) + data + bytes(-len(data) % 8)

    def array(name, flags, shape, data):
        return element(14, element(6, struct.pack(">II", flags, 0)) + element(5, struct.pack(">ii", *shape)) + element(1, name) + data)

    vector = array(b"", 6, (3, 1), element(9, struct.pack(">3d", 1.5, -2.25, 1e-300)))
    content = b"MATLAB 5.0 MAT-file".ljust(116) + bytes(8) + struct.pack(">H", 0x0100) + b"MI"
    content += array(b"sig", 10, (2, 3), element(3, struct.pack(">6h", 1, -2, 300, -400, 32767, -32768)))
    small = struct.pack(">HHHH", 1, 2, 7 << 8, 0)
    content += array(b"one", 9, (1, 1), small)
    return content + array(b"ppg", 2, (1, 1), struct.pack(">HHI", 4, 5, 2) + element(1, b"v\0") + vector)


def big4():
    content = struct.pack(">5I", 1000, 2, 3, 0, 4) + b"sig\0" + struct.pack(">6d", 1, 2, 3, 4, 5, 6.5)
    return content + struct.pack(">5I", 1010, 4, 1, 0, 5) + b"beat\0" + struct.pack(">4f", 0.5, 1, 1.5, 2.25)


json.dump(dict(command="python3 mat_oracle.py > mat.json", scipy=scipy.__version__, numpy=np.__version__, files=[
    case("plain", saved(), PATHS, TEXTS), case("packed", saved(do_compression=True), PATHS, TEXTS),
    case("version4", saved(format="4"), PLAIN[:-1], ["note", "fs"]),
    case("big5", big5(), ["sig", "one", "ppg.v"], []), case("big4", big4(), ["sig", "beat"], [])]),
    sys.stdout, indent=1, ensure_ascii=False)
