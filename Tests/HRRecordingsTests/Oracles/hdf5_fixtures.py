"""Makes the HDF5 files of ../HDF5Fixtures.swift and ../HDF5StorageFixture.swift (`storage`) and prints both as one.

Python 3, h5py, NumPy; run in an empty folder: python3 hdf5_fixtures.py > HDF5Fixtures.swift
The same versions give the same bytes, but for a time stamp in `storage`.
"""

import base64
import textwrap

import h5py
import numpy as np

KINDS = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8"]


def kinds(path):
    with h5py.File(path, "w", libver=("v108", "v108")) as f:
        for kind in KINDS:
            for order, name in (("<", "le"), (">", "be")):
                f.create_dataset(f"{kind}_{name}", data=np.array([1, 2, 100], order + kind))
        f["bool"] = np.array([True, False, True])
        f["nan"] = np.array([1, np.nan, np.inf, -np.inf])
        f["scalar"] = 7.5
        f["empty"] = np.zeros(0)
        f["null"] = h5py.Empty("f8")
        f["matrix"] = np.arange(6.0).reshape(2, 3)


def storage(path):
    with h5py.File(path, "w", libver=("earliest", "v110")) as f:
        f.create_dataset("lzf", data=np.zeros(64), chunks=(64,), compression="lzf")
        f.create_dataset("packed", data=np.arange(64.0), chunks=(16,), compression="gzip", shuffle=True,
                         fletcher32=True)
        f["outside"] = h5py.ExternalLink("other.h5", "/x")
        f["dangling"] = h5py.SoftLink("/nowhere")
        f["alias"] = h5py.SoftLink("/packed")
        layout = h5py.VirtualLayout((4,), "f8")
        layout[:] = h5py.VirtualSource("other.h5", "x", (4,))
        f.create_virtual_dataset("virtual", layout)
        f.create_dataset("raw", (4,), "f8", external=[("other.bin", 0, 32)])
        f["compound"] = np.zeros(2, [("a", "f8"), ("b", "i4")])
        f["opaque"] = np.array([b"ab"], "V2")
        f["named"] = np.dtype("f8")
        f.create_group("group/inner")["signal"] = np.arange(3.0)


def texts(path):
    with h5py.File(path, "w", libver=("v108", "v108"), userblock_size=512) as f:
        f["fixed"] = np.array([b"one", b"two"], "S8")
        f.create_dataset("variable", data="häll", dtype=h5py.string_dtype())
        f["none"] = np.array([], "S4")
        char = f.create_dataset("char", data=np.array([[ord(c)] for c in "Puls"], "u2"))
        char.attrs["MATLAB_class"] = np.bytes_("char")
        f["signed"] = np.array([80, 81], "i2")
        hollow = f.create_dataset("hollow", data=np.array([0, 0], "u8"))
        hollow.attrs["MATLAB_empty"] = np.uint8(1)
        f["column"] = np.arange(4.0).reshape(1, 4)  # 4×1 in MATLAB, whose dimensions are written backwards
        f.create_dataset("cell", data=np.array([[f["column"].ref]], h5py.ref_dtype))
        f.create_dataset("cells", data=np.array([f["column"].ref, f["char"].ref], h5py.ref_dtype))
        f.create_group("g")
        f.create_dataset("cellOfGroup", data=np.array([f["g"].ref], h5py.ref_dtype))
        a = f["column"].attrs
        a["number"] = np.float32(2.5)
        a["numbers"] = np.array([3, 4], ">i2")
        a["fixed"] = np.bytes_("abc")
        a["variable"] = "naïve"
        a["array"] = np.array([b"first", b"second"], "S6")
        a["null"] = h5py.Empty("f8")
        a["reference"] = f["char"].ref
        a["compound"] = np.zeros((), [("a", "f8")])
    with open(path, "r+b") as f:
        f.write(b"MATLAB 7.3 MAT-file".ljust(124) + b"\x00\x02IM")


def recent(path, version=("v110", "v110")):
    with h5py.File(path, "w", libver=version) as f:
        f["x"] = np.arange(3.0)
        f.create_dataset("chunked", data=np.arange(8.0), chunks=(4,), compression="gzip")
        f["x"].attrs["rate"] = 50.0


def latest(path):
    recent(path, "latest")


print('''import Foundation

/// Small HDF5 files made by h5py %s (HDF5 %s) with Oracles/hdf5_fixtures.py.
enum HDF5Fixtures {''' % (h5py.__version__, h5py.version.hdf5_version))
for make in (kinds, storage, texts, recent, latest):
    make(make.__name__ + ".h5")
    data = open(make.__name__ + ".h5", "rb").read()
    lines = "\\\n    ".join(textwrap.wrap(base64.b64encode(data).decode(), 108))
    print(f'  static let {make.__name__} = decoded(\n    """\n    {lines}\n    """)\n')
print('''  static func decoded(_ text: String) -> [UInt8] {
    Data(base64Encoded: text).map { [UInt8]($0) } ?? []
  }
}''')
