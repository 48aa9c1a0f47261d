"""What NumPy reads from NPY files.

    python3 npy_oracle.py > npy.json

Small files that NumPy writes stand whole in it, with the numbers of series of them: a field, a column, a row, or all.
"""
import base64, io, json, sys, warnings
import numpy as np

warnings.simplefilter("ignore")
n = 6
wave = np.round(100 * np.sin(np.arange(n)), 2)
matrix = np.arange(12).reshape(3, 4) - 5


def case(name, array, series, version=None):
    file = io.BytesIO()
    np.lib.format.write_array(file, array, version=version, allow_pickle=False)
    array = np.load(io.BytesIO(file.getvalue()))
    rows = []
    for key, value in series:
        if key == "all":
            values = array.ravel()
        elif key == "row":
            values = array[value, :]
        else:
            values = array[value] if isinstance(value, str) else array[:, value]
        # Numbers that JSON has no word for are null.
        rows.append({key: value, "values": [float(x) if np.isfinite(x) else None for x in values.ravel()]})
    return dict(name=name, base64=base64.b64encode(file.getvalue()).decode(), series=rows)


ALL = [("all", 0)]
LINES = [("column", 0), ("column", 3), ("row", 0), ("row", 2)]
files = [case(f"{order}{kind}", np.array([0, 1, 2, 3, 100, 127]).astype(order + kind), ALL)
         for order in "<>" for kind in ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "b1"]]
files += [
    case("extremes", np.array([-2 ** 63, 2 ** 63 - 1, -1], dtype="i8"), ALL),
    case("unsigned", np.array([2 ** 64 - 1, 2 ** 63], dtype="u8"), ALL),
    case("halves", np.array([0, -0.0, 6e-8, 6.1e-5, 0.333, 1, -2.5, 65504, np.inf, np.nan], dtype="f2"), ALL),
    case("c", matrix.astype("i2"), LINES), case("fortran", np.asfortranarray(matrix.astype(">f4")), LINES),
    case("row", matrix[:1], [("all", 0), ("row", 0), ("column", 2)]), case("column", matrix[:, :1].copy(), ALL),
    case("scalar", np.array(4.5), ALL), case("none", np.zeros(0), ALL),
    case("fields", np.array([(0.5, -3, True, (1, 2)), (1.5, 400, False, (3, 4))],
                            dtype=[("time", "<f8"), ("ppg", ">i2"), ("on", "?"), ("acc", "<f4", (2,))]),
         [("column", "time"), ("column", "ppg"), ("column", "on")]),
    case("aligned", np.array([(1, 2.5), (3, 4.5)], dtype=np.dtype([("a", "u1"), ("b", "<f8")], align=True)),
         [("column", "a"), ("column", "b")]),
    case("titled", np.array([(1, 2)], dtype=[(("pulse", "p"), "<i4"), ("q's", "<i4")]), [("column", "p"), ("column", "q's")]),
    case("version2", wave, ALL, version=(2, 0)),
    case("version3", np.array([(1.0, 2.0)], dtype=[("Zeit", "<f8"), ("Größe", "<f8")]), [("column", "Größe")], version=(3, 0)),
]
refused = dict(
    complex=np.zeros(2, dtype="c16"), texts=np.array(["a", "b"]), dates=np.array(["2020-01-01"], dtype="M8[ms]"),
    long=np.zeros(2, dtype=np.longdouble), cube=np.zeros((2, 2, 2)))


def bare(array, pickle=False):
    file = io.BytesIO()
    np.save(file, array, allow_pickle=pickle)
    return base64.b64encode(file.getvalue()).decode()


archive = io.BytesIO()
np.savez(archive, a=wave)
json.dump(dict(command="python3 npy_oracle.py > npy.json", numpy=np.__version__, files=files,
               refused=[dict(name=name, base64=bare(array)) for name, array in refused.items()]
               + [dict(name="objects", base64=bare(np.array([{}, 1], dtype=object), pickle=True)),
                  dict(name="archive", base64=base64.b64encode(archive.getvalue()).decode())]),
          sys.stdout, indent=1, ensure_ascii=False)
