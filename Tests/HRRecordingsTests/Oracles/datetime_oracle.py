"""What Python's datetime reads from texts that hold dates and times.

    python3 datetime_oracle.py FILE > datetime.json

FILE is data3.csv of HeartPy. `texts`: a text, the form that a descriptor declares (null: ISO 8601), what it holds, the
nanoseconds since 1970 (of a time of day since midnight; null where it is no such moment) and whether it names its zone.
`rows`: of FILE, the seconds from its first stamp, with every stamp kept once: their number, sum and some of them.
"""
import datetime, json, math, random, sys

UTC = datetime.timezone.utc
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=UTC)


def nanoseconds(moment):
    zoned = moment.tzinfo is not None
    elapsed = (moment if zoned else moment.replace(tzinfo=UTC)) - EPOCH
    return ((elapsed.days * 86400 + elapsed.seconds) * 1000000 + elapsed.microseconds) * 1000, zoned


FORMS = [  # ours, strptime's
    ("DD.MM.YYYY hh:mm:ss.SSS", "%d.%m.%Y %H:%M:%S.%f"), ("MM/DD/YYYY hh:mm:ss", "%m/%d/%Y %H:%M:%S"),
    ("DD/MM/YYYY hh:mm", "%d/%m/%Y %H:%M"), ("MM/DD/YYYY hh:mm:ss AM", "%m/%d/%Y %I:%M:%S %p"),
    ("YYYYMMDDhhmmss", "%Y%m%d%H%M%S"), ("DD-MMM-YYYY hh:mm:ss", "%d-%b-%Y %H:%M:%S"),
    ("YYYY-DDDThh:mm:ss.SSSZ", "%Y-%jT%H:%M:%S.%f%z"), ("hh:mm:ss,SSS", None), ("YYYYMMDD_hhmmssSSSSSS", "%Y%m%d_%H%M%S%f"),
]


def texts():
    rows = []
    draw = random.Random(17)
    zones = [None, UTC, datetime.timezone(datetime.timedelta(hours=1)),
             datetime.timezone(-datetime.timedelta(hours=9, minutes=30))]
    for index in range(120):
        moment = EPOCH + datetime.timedelta(microseconds=draw.randrange(-1200000000, 7200000000) * 1000000
                                            + draw.choice([0, draw.randrange(1000000), 1000 * draw.randrange(1000)]))
        moment = moment.replace(tzinfo=draw.choice(zones))
        iso = moment.isoformat(sep=draw.choice("T "))
        rows.append([iso, None, "both", *nanoseconds(datetime.datetime.fromisoformat(iso))])
        for ours, theirs in FORMS:
            if theirs is None:
                time = moment.time()
                text = time.isoformat().replace(".", ",")
                whole = (time.hour * 60 + time.minute) * 60 + time.second
                rows.append([text, ours, "time", (whole * 1000000 + time.microsecond) * 1000, False])
            elif index % 5 == 0:
                if theirs.endswith("%z") and moment.tzinfo is None:
                    continue
                text = moment.strftime(theirs)
                rows.append([text, ours, "both", *nanoseconds(datetime.datetime.strptime(text, theirs))])
    for text in ["2016-11-24T13:58:58Z", "2016-11-24T13:58:58+0100", "2016-11-24 13:58", "20161124T135858.25",
                 "2016-11-24T13:58:58,5", "2016-329T13:58:58", "2000-02-29 00:00:00", "2016-12-31T23:59:59.999999Z"]:
        rows.append([text, None, "both", *nanoseconds(datetime.datetime.fromisoformat(
            text.replace("2016-329", "2016-11-24")))])
    for text in ["2015-02-29 00:00:00", "2016-13-01 00:00:00", "2016-00-10 00:00", "2016-11-24", "2016-11-24T24:00:00",
                 "2016-11-24T13:60:00", "2016-11-24T13:58:60", "03/04/2020 10:00:00", "2016-11-24T13:58:58.", "",
                 "2016-11-24T13:58:58+25:00", "2016-11-24T13", "16-11-24 13:58:58", "2016-11-2413:58:58", "1479995938.081",
                 "2016-11-24T13:58:58 x", "2016-366 1:2", "2015-366T10:00:00", "2016-11/24 10:00:00"]:
        rows.append([text, None, "both", None, False])
    return rows


def stamps(path):
    with open(path) as file:
        moments = [datetime.datetime.fromisoformat(line.split(",")[0]) for line in list(file)[1:]]
    seconds = [0.0]
    for before, now in zip(moments, moments[1:]):
        if now != before:
            elapsed = now - moments[0]
            seconds.append((elapsed.days * 86400000000 + elapsed.seconds * 1000000 + elapsed.microseconds) / 1e6)
    places = [0, 1, 2, 100, 12345, 40000, len(seconds) - 1]
    return dict(count=len(seconds), sum=math.fsum(seconds), places=places, seconds=[seconds[at] for at in places],
                begins=str(moments[0]))


def row(text, form, part, nanoseconds, zoned):
    return dict(text=text, form=form, part=part, nanoseconds=nanoseconds, zoned=zoned)


json.dump(dict(versions=dict(python=sys.version.split()[0]), texts=[row(*entry) for entry in texts()], rows=stamps(sys.argv[1])), sys.stdout,
          indent=None, separators=(",", ":"))
print()
