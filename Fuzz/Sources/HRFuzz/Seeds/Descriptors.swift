/// Descriptors of the seeds' layouts.
enum Descriptors {
  static let ownHDF5 = """
    {
      "schemaVersion": 1, "name": "own", "title": "Own layout", "citation": "Nobody 2020", "license": "MIT",
      "files": [ { "path": "{recording}.h5", "sampleRate": { "attribute": "sample_rate" }, "startTime": { "attribute": "start_time" },
        "time": { "object": "{object}_time", "optional": true } } ],
      "subject": { "attribute": "subject" },
      "channels": { "ppg": "/channels/ppg", "red": "/channels/red", "green": { "object": "/channels/green", "optional": true },
        "accelerometerX": { "object": "/channels/accelerometerX", "optional": true } },
      "reference": [ { "name": "beats", "beats": "/reference/beats" } ],
      "metadata": [ { "name": "activity", "attribute": "meta_activity", "optional": true },
        { "name": "rhythm", "attribute": "meta_rhythm", "optional": true }, { "name": "skinTone", "attribute": "meta_skinTone", "optional": true } ]
    }

    """

  /// A descriptor of the same files by a person who does not know the layout.
  static let foreignHDF5 = """
    {
      "schemaVersion": 1, "name": "foreign",
      "files": [ "{recording}.h5" ],
      "subject": "{recording}",
      "channels": { "ppg": { "object": "/channels/pp*", "sampleRate": 50, "scale": 2, "offset": -1, "missing": [-1] },
        "red": { "object": "/channels/red", "sampleRate": { "object": "/channels/red", "attribute": "sample_rate" }, "fillGapSeconds": 1 } },
      "reference": [ { "rrIntervals": { "object": "/reference/beats", "unit": "s" }, "name": "odd" }, { "beats": "/reference/b*ts" } ],
      "metadata": [ { "name": "format", "object": "/", "attribute": "format" } ]
    }

    """

  static let ownCSV = """
    {
      "schemaVersion": 1, "name": "tables",
      "files": [ { "name": "ppg", "path": "{recording}_ppg.csv", "time": "time_s" }, { "name": "beats", "path": "{recording}_beats.csv" } ],
      "channels": { "ppg": { "file": "ppg", "column": "ppg" } },
      "reference": [ { "beats": { "file": "beats", "column": "beat_s" } } ]
    }

    """

  static let germanCSV = """
    {
      "schemaVersion": 1, "name": "german",
      "files": [ { "name": "ppg", "path": "{recording}.txt", "reader": "csv", "time": { "column": "Zeit", "unit": "ms" }, "repeatedTimes": "keepFirst",
          "csv": { "delimiter": ";", "decimalMark": ",", "skipLines": 2, "commentPrefix": "#", "missing": ["NA", ""], "stopAt": "ENDE" } },
        { "name": "beats", "path": "{recording}_beats.csv" } ],
      "channels": { "ppg": { "column": "Wert", "fillGapSeconds": 2 } },
      "reference": [ { "beats": { "file": "beats", "column": 0 } } ]
    }

    """

  static let numbers = """
    {
      "schemaVersion": 1, "name": "numbers",
      "files": [ { "name": "ppg", "path": "{recording}_ppg.csv", "sampleRate": 50 }, { "name": "rr", "path": "{recording}.rr", "reader": "numbers" } ],
      "channels": { "ppg": { "column": 1 } },
      "reference": [ { "rrIntervals": { "file": "rr", "unit": "ms" } } ]
    }

    """

  static let device = """
    {
      "schemaVersion": 1, "name": "device",
      "files": [ { "name": "wave", "path": "{recording}.txt", "reader": "csv", "time": { "column": "Elapsed time", "unit": "elapsed" },
          "csv": { "delimiter": "\\t", "skipBelowHeader": 1, "commentPrefix": "#" } },
        { "name": "rr", "path": "{recording}_rr.csv" } ],
      "channels": { "ppg": "Wave" },
      "reference": [ { "rrIntervals": { "file": "rr", "column": "rr", "unit": "min", "time": { "column": "end", "unit": "ns" } } } ],
      "metadata": [ { "name": "kind", "values": { "1": "a" }, "key": "{recording}", "optional": true } ]
    }

    """

  static let inRows = """
    {
      "schemaVersion": 1, "name": "rows",
      "files": [ { "path": "{recording}.txt", "reader": "csv", "csv": { "delimiter": "blanks", "rows": true }, "time": { "row": "t" } } ],
      "channels": { "ppg": { "row": "wave" } },
      "reference": [ { "beatFlags": { "row": "beat" } } ]
    }

    """

  static let annotations = """
    {
      "schemaVersion": 1, "name": "annotations",
      "files": [ { "name": "ppg", "path": "{recording}_ppg.csv", "sampleRate": 50 },
        { "name": "peaks", "path": "{recording}.txt", "reader": "csv", "csv": { "delimiter": "blanks", "skipLines": 1, "header": false,
          "keepRows": { "column": 2, "values": ["N", "V"] } } } ],
      "channels": { "ppg": { "column": 1 } },
      "reference": [ { "beatSamples": { "file": "peaks", "column": 1, "firstIndex": 0, "sampleRate": 50 } },
        { "breathSamples": { "file": "peaks", "column": 1, "firstIndex": 1, "sampleRate": 50 } } ]
    }

    """

  static let dated = """
    {
      "schemaVersion": 1, "name": "dated",
      "files": [ { "name": "ppg", "path": "{recording}_dated.csv", "csv": { "delimiter": ";" },
          "time": { "column": "Time", "date": "Date", "dateFormat": "DD.MM.YYYY" } },
        { "name": "beats", "path": "{recording}_beats.csv" } ],
      "channels": { "ppg": { "column": "Value", "unit": "mV" } },
      "reference": [ { "beats": { "file": "beats", "column": "when", "unit": "dateTime" } } ]
    }

    """

  /// - Parameter beats: source of the beats.
  static func edf(
    _ ending: String, beats: String = #"{ "file": "beats", "column": 0 }"#
  ) -> String {
    """
    {
      "schemaVersion": 1, "name": "\(ending)",
      "files": [ { "name": "wave", "path": "{recording}.\(ending)" }, { "name": "beats", "path": "{recording}_beats.csv" } ],
      "channels": { "ppg": { "signal": "wave", "fillGapSeconds": 5, "scale": 2 }, "contact": { "signal": 1, "optional": true, "fillGapSeconds": 2 } },
      "reference": [ { "beats": \(beats) } ]
    }

    """
  }

  static let wfdb = """
    {
      "schemaVersion": 1, "name": "wfdb",
      "files": [ { "name": "record", "path": "{recording}.hea", "except": ["*_1.hea"] }, { "name": "atr", "path": "{recording}.atr" } ],
      "channels": { "ppg": { "signal": 0, "fillGapSeconds": 5 }, "contact": { "signal": 1, "optional": true, "fillGapSeconds": 5 } },
      "reference": [ { "beats": { "file": "atr" } } ]
    }

    """

  static let ownMAT = """
    {
      "schemaVersion": 1, "name": "mat", "files": [ "{recording}.mat" ], "subject": { "object": "subject" },
      "channels": { "ppg": { "object": "ppg.v", "sampleRate": { "object": "ppg.fs" }, "startTime": { "object": "ppg.t0" } },
        "red": { "object": "red*.v", "sampleRate": 20, "optional": true } },
      "reference": [ { "beats": "reference.beats" } ],
      "metadata": [ { "name": "activity", "object": "meta.activity", "optional": true } ]
    }

    """

  static let cellsMAT = """
    {
      "schemaVersion": 1, "name": "cells", "files": [ "{recording}.mat" ], "subject": { "object": "names{2}" },
      "channels": { "ppg": { "object": "sig", "row": 0, "sampleRate": { "object": "fs" } },
        "ecg": { "object": "sig", "row": 1, "sampleRate": 50 } },
      "reference": [ { "beats": "subject{2}.beats" } ]
    }

    """

  static let stampedMAT = """
    {
      "schemaVersion": 1, "name": "stamped", "files": [ "{recording}.mat" ],
      "channels": { "ppg": { "object": "ppg", "time": { "object": "stamps", "unit": "dateTime" } } },
      "reference": [ { "beats": { "object": "beats", "format": "DD.MM.YYYY hh:mm:ss.SSS" } } ]
    }

    """

  static let version4MAT = """
    {
      "schemaVersion": 1, "name": "version4", "files": [ "{recording}.mat" ],
      "channels": { "ppg": { "object": "ppg", "sampleRate": { "object": "fs" } } },
      "reference": [ { "beats": "beats" } ]
    }

    """

  /// - Parameter time: the field of the times.
  static func npy(_ field: String, time: String = "time_s") -> String {
    """
    {
      "schemaVersion": 1, "name": "npy",
      "files": [ { "name": "ppg", "path": "{recording}_ppg.npy", "time": "\(time)" }, { "name": "beats", "path": "{recording}_beats.npy" } ],
      "channels": { "ppg": "\(field)" }, "reference": [ { "beats": { "file": "beats" } } ]
    }

    """
  }

  static let columnsNPY = """
    {
      "schemaVersion": 1, "name": "columns",
      "files": [ { "name": "ppg", "path": "{recording}_ppg.npy", "sampleRate": 50 }, { "name": "beats", "path": "{recording}_beats.npy" } ],
      "channels": { "ppg": 0, "ecg": { "column": 1 } }, "reference": [ { "beats": { "file": "beats" } } ]
    }

    """

  static let video = """
    {
      "schemaVersion": 1, "name": "video",
      "files": [ { "name": "clip", "path": "{recording}.mp4" }, { "name": "beats", "path": "{recording}_beats.csv" } ],
      "frames": [ { "region": "centreHalf" }, { "mask": "skin", "channels": { "ppg": "g" }, "fillGapSeconds": 1 } ],
      "reference": [ { "beats": { "file": "beats", "column": "beat_s" } } ]
    }

    """

  static let all = [
    ownHDF5, foreignHDF5, ownCSV, germanCSV, numbers, annotations, edf("edf"), ownMAT, npy("ppg"), wfdb,
    stampedMAT, device, inRows, video,
  ]
}
