"""What pyEDFlib reads from EDF and BDF files.

    python3 edf_oracle.py FOLDER > edf.json

FOLDER is the data set wrist-exercise. Of each of its files: the labels, the sample rates, and of some signals the
number of samples, the exact sum (math.fsum), and the samples at some places. Small files that pyEDFlib itself writes
(EDF+, BDF+; several rates, a falling physical range, annotations) stand in it whole, with all their samples.
"""
import base64, datetime, glob, json, math, os, sys, tempfile
import numpy as np
import pyedflib

PLACES = [0, 1, 2, 1000, 12345, 50000]
SIGNALS = [0, 1, 5, 6, 7]


def header(label, unit, rate, low, high, bits):
    limit = 1 << (bits - 1)
    return dict(label=label, dimension=unit, sample_frequency=rate, physical_min=low, physical_max=high,
                digital_min=-limit, digital_max=limit - 1, transducer="", prefilter="")


def written(name, kind, bits):
    rates = [32, 8]
    time = [np.arange(3 * rate) / rate for rate in rates]
    signals = [40 * np.sin(2 * np.pi * 1.3 * time[0]), 0.5 - time[1] / 4]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)
        with pyedflib.EdfWriter(path, 2, file_type=kind) as writer:
            writer.setSignalHeaders([header("pleth", "uV", rates[0], -50, 75.5, bits),
                                     header("level", "mV", rates[1], 1.25, -1, bits)])
            writer.setStartdatetime(datetime.datetime(2020, 1, 2, 3, 4, 5))
            writer.writeSamples(signals)
            if kind in (pyedflib.FILETYPE_EDFPLUS, pyedflib.FILETYPE_BDFPLUS):
                for onset, text in [(1.75, "R"), (0.251, "R"), (0.5, "lid")]:
                    writer.writeAnnotation(onset, -1, text)
        with open(path, "rb") as file:
            content = file.read()
        with pyedflib.EdfReader(path) as reader:
            onsets, _, texts = reader.readAnnotations()
            beats = sorted(float(onset) for onset, text in zip(onsets, texts) if text == "R")
            return dict(name=name, beats=beats, base64=base64.b64encode(content).decode(), rates=list(reader.getSampleFrequencies()),
                        labels=reader.getSignalLabels(), values=[list(reader.readSignal(k)) for k in range(2)])


def recorded(path):
    with pyedflib.EdfReader(path) as reader:
        signals = []
        for index in SIGNALS:
            values = reader.readSignal(index)
            signals.append(dict(index=index, count=len(values), sum=math.fsum(values), places=PLACES,
                                values=[values[place] for place in PLACES]))
        return dict(name=os.path.basename(path)[:-4], labels=reader.getSignalLabels(),
                    rates=list(reader.getSampleFrequencies()), signals=signals)


files = sorted(glob.glob(os.path.join(sys.argv[1], "edf", "*.edf")))
json.dump(dict(command="python3 edf_oracle.py FOLDER > edf.json", pyedflib=pyedflib.__version__,
               written=[written("small.edf", pyedflib.FILETYPE_EDFPLUS, 16),
                        written("plain.edf", pyedflib.FILETYPE_EDF, 16),
                        written("small.bdf", pyedflib.FILETYPE_BDFPLUS, 24)],
               recorded=[recorded(path) for path in files]), sys.stdout, indent=1)
