"""What SciPy and Python read from texts of MAT files that hold dates and times.

    python3 mat_datetime_oracle.py FILE > mat_datetime.json

FILE is data3.mat of HeartPy. `files`: small files that SciPy writes (version 5 plain and packed, version 4), whole, and
for paths into them the microseconds since 1970 of every text that scipy.io.loadmat gives, in the order of the file.
`rows`: of FILE, the seconds from its first stamp, with every stamp kept once: their number, sum and some of them.
"""
import base64, datetime, io, json, math, sys
import numpy as np, scipy, scipy.io

BEGIN = datetime.datetime(2016, 11, 24, 13, 58, 58, 81000)
STAMPS = [str(BEGIN + datetime.timedelta(microseconds=8547 * k + 1)) for k in range(6)]


def cells(texts, shape):
    array = np.empty(len(texts), dtype=object)
    for k, text in enumerate(texts):
        array[k] = text
    return array.reshape(shape, order="F")


def saved(variables, **options):
    file = io.BytesIO()
    scipy.io.savemat(file, variables, **options)
    return file.getvalue()


def since_1970(text):
    elapsed = datetime.datetime.fromisoformat(str(text).strip()) - datetime.datetime(1970, 1, 1)
    return (elapsed.days * 86400 + elapsed.seconds) * 1000000 + elapsed.microseconds


def texts_of(value):
    """The texts of cells, or the rows of letters, column by column."""
    return [cell if isinstance(cell, str) else cell[0] for cell in value.ravel(order="F")]


def case(name, content, paths):
    variables = scipy.io.loadmat(io.BytesIO(content))
    return dict(name=name, base64=base64.b64encode(content).decode(), series=[
        dict(path=path, microseconds=[since_1970(text) for text in texts_of(variables[path])]) for path in paths])


def stamps(path):
    moments = [datetime.datetime.fromisoformat(text) for text in texts_of(scipy.io.loadmat(path)["datetime"])]
    seconds = [0.0]
    for before, now in zip(moments, moments[1:]):
        if now != before:
            elapsed = now - moments[0]
            seconds.append((elapsed.days * 86400000000 + elapsed.seconds * 1000000 + elapsed.microseconds) / 1e6)
    places = [0, 1, 2, 100, 12345, 40000, len(seconds) - 1]
    return dict(count=len(seconds), sum=math.fsum(seconds), places=places, seconds=[seconds[at] for at in places],
                begins=str(moments[0]))


variables = dict(column=cells(STAMPS, (6, 1)), row=cells(STAMPS, (1, 6)), letters=np.array(STAMPS), one=STAMPS[0],
                 uneven=np.array([STAMPS[0], STAMPS[1][:19]]))
paths = ["column", "row", "letters", "one", "uneven"]
json.dump(dict(command="python3 mat_datetime_oracle.py FILE > mat_datetime.json", scipy=scipy.__version__,
               numpy=np.__version__, rows=stamps(sys.argv[1]), files=[
    case("plain", saved(variables), paths), case("packed", saved(variables, do_compression=True), paths),
    case("version4", saved({name: variables[name] for name in paths[2:]}, format="4"), paths[2:])]),
    sys.stdout, indent=1, ensure_ascii=False)
print()
