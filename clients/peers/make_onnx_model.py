"""Writes pulse_spectrum.onnx: 20 s of a pulse wave at 25 Hz in, its strongest rate and that rate's share out.

    python3 make_onnx_model.py

The model is a spectrum written in ONNX operators, so that what it should answer is known: the mean taken off, a Hann
window, cosine and sine at every half beat per minute from 40 to 220 (`MatMul`), the power, and the strongest
(`ArgMax`). The script runs it on made waves and ends with an error where it is wrong.
"""
import pathlib

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

RATE_HZ, SECONDS = 25, 20
BPM = np.arange(40, 220.25, 0.5)


def model():
    count = RATE_HZ * SECONDS
    radians = 2 * np.pi * np.arange(count)[:, None] / RATE_HZ
    constants = {
        "hann": (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(count) / count))[None, :],
        "seconds": radians,
        "hertz": BPM[None, :] / 60,
        "bpms": BPM,
        "tiny": np.array(1e-20),
    }
    node = helper.make_node
    nodes = [
        node("ReduceMean", ["wave"], ["mean"], axes=[1], keepdims=1),
        node("Sub", ["wave", "mean"], ["centred"]),
        node("Mul", ["centred", "hann"], ["tapered"]),
        node("Mul", ["seconds", "hertz"], ["angles"]),
        node("Cos", ["angles"], ["cosines"]),
        node("Sin", ["angles"], ["sines"]),
        node("MatMul", ["tapered", "cosines"], ["even"]),
        node("MatMul", ["tapered", "sines"], ["odd"]),
        node("Mul", ["even", "even"], ["evenPower"]),
        node("Mul", ["odd", "odd"], ["oddPower"]),
        node("Add", ["evenPower", "oddPower"], ["power"]),
        node("ArgMax", ["power"], ["strongest"], axis=1, keepdims=0),
        node("Gather", ["bpms", "strongest"], ["bpm"]),
        node("ReduceMax", ["power"], ["most"], axes=[1], keepdims=0),
        node("ReduceSum", ["power", "overBPM"], ["sum"], keepdims=0),
        node("Add", ["sum", "tiny"], ["all"]),
        node("Div", ["most", "all"], ["share"]),
    ]
    tensors = [numpy_helper.from_array(np.asarray(v, dtype=np.float32), k) for k, v in constants.items()]
    tensors.append(numpy_helper.from_array(np.array([1], dtype=np.int64), "overBPM"))
    wave = helper.make_tensor_value_info("wave", TensorProto.FLOAT, [1, count])
    outputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1]) for name in ("bpm", "share")]
    graph = helper.make_graph(nodes, "pulse_spectrum", [wave], outputs, tensors)
    made = helper.make_model(graph, producer_name="hreval", opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(made)
    return made


def check(made):
    evaluator = ReferenceEvaluator(made)
    seconds = np.arange(RATE_HZ * SECONDS) / RATE_HZ
    for bpm in (45, 72.5, 118, 190):
        wave = 500 + np.sin(2 * np.pi * bpm / 60 * seconds) + 0.4 * np.sin(4 * np.pi * bpm / 60 * seconds)
        found, _ = evaluator.run(None, {"wave": wave[None, :].astype(np.float32)})
        if abs(float(found[0]) - bpm) > 0.5:
            raise SystemExit(f"the model reads {float(found[0])} bpm in a wave of {bpm} bpm")


if __name__ == "__main__":
    made = model()
    check(made)
    path = pathlib.Path(__file__).with_name("pulse_spectrum.onnx")
    path.write_bytes(made.SerializeToString(deterministic=True))
    print(f"{path.name}: {path.stat().st_size} bytes")
