/// HDF5 files in storage that hreval itself does not write: chunks and filters, new-format files, MATLAB, frames.
///
/// The native part makes them with libhdf5 (`Fuzz/Native/run --build`); without it they are left out.
enum ForeignSeeds {
  private struct Kind {
    let name: String
    let files: [String]
    let descriptor: String
    /// True if there are enough samples and a reference to run an experiment.
    var isForRun = false
  }

  private static let kinds = [
    Kind(
      name: "chunks", files: ["own.h5", "own_gzip.h5", "own_latest.h5", "own_sum.h5"],
      descriptor: descriptor(
        "chunks",
        channels: """
          "ppg": { "object": "/rec_*/ppg", "sampleRate": { "attribute": "sample_rate" } },
          "ecg": { "object": "/rec_01/ppg", "sampleRate": { "attribute": "sample_rate" } },
          "accelerometerX": { "object": "/rec_01/acc", "column": 0, "sampleRate": { "attribute": "sample_rate" } }
          """,
        more: """
          , "subject": { "object": "/rec_01", "attribute": "subject" },
          "reference": [ { "ecg": {} }, { "name": "given", "rrIntervals": { "object": "/rec_01/beats", "unit": "ms" } } ],
          "metadata": [ { "name": "labels", "object": "/rec_01", "attribute": "labels" },
            { "name": "unit", "object": "/rec_01/acc", "attribute": "unit", "optional": true } ]
          """), isForRun: true),
    Kind(
      name: "frames", files: ["frames.h5", "frames_gzip.h5"],
      descriptor: descriptor(
        "frames", channels: #""ppg": { "object": "/absent", "optional": true }"#,
        more: #", "frames": { "object": "/frames", "colours": "bgr", "region": "centreHalf", "stride": 2 }"#)),
    Kind(
      name: "matlab", files: ["matlab.h5"],
      descriptor: descriptor(
        "matlab",
        channels: #""ppg": { "object": "/data/ppg", "row": 0 }, "red": { "object": "/data/ppg", "row": 1 }"#,
        more:
          #", "metadata": [ { "name": "kind", "object": "/data/ppg", "attribute": "MATLAB_class", "optional": true } ]"#
      )),
    Kind(
      name: "indices", files: ["indices.h5"],
      descriptor: descriptor(
        "indices",
        channels: """
          "ppg": "/single", "red": "/fixed", "green": "/extensible", "blue": "/implicit",
          "infrared": { "object": "/tree", "column": 0 }, "ecg": { "object": "/edges", "column": 1 }
          """)),
    Kind(
      name: "filters", files: ["filters.h5"],
      descriptor: descriptor(
        "filters",
        channels: #""ppg": "/half", "red": "/packed", "green": "/scaled", "blue": "/szip""#)),
    Kind(
      name: "plain", files: ["plain.h5"],
      descriptor: descriptor(
        "plain",
        channels: """
          "ppg": { "object": "/compact", "sampleRate": { "object": "/rate" } },
          "red": "/long",
          "ecg": { "object": "/ecg", "column": 2 }
          """)),
    Kind(
      name: "many", files: ["many.h5", "many_latest.h5"],
      descriptor: descriptor(
        "many",
        channels: """
          "ppg": { "object": "/rec_01/pp*", "sampleRate": { "attribute": "sample_rate" }, "startTime": { "attribute": "start_time" } },
          "accelerometerX": "/rec_01/c3"
          """,
        more:
          #", "metadata": [ { "name": "labels", "object": "/rec_01/ppg", "attribute": "labels", "optional": true } ]"#
      )),
    Kind(
      name: "types", files: ["types.h5"],
      descriptor: descriptor(
        "types",
        channels: #""ppg": "/activity", "red": { "object": "/absent", "optional": true }"#,
        more:
          #", "metadata": [ { "name": "labels", "object": "/activity", "attribute": "labels", "optional": true } ]"#
      )),
    Kind(
      name: "records", files: ["records.h5", "records_latest.h5"],
      descriptor: descriptor(
        "records",
        channels: """
          "ppg": { "object": "/plain", "column": "ppg", "time": { "object": "/plain", "column": "time" } },
          "red": { "object": "/packed", "column": "values_block_0[0]" },
          "infrared": { "object": "/noted", "column": "values_block_0[1]" },
          "ecg": { "object": "/noted", "column": "state" }
          """)),
    Kind(
      name: "stamps", files: ["stamps.h5", "stamps_latest.h5"],
      descriptor: descriptor(
        "stamps",
        channels: """
          "ppg": { "object": "/ppg", "time": { "object": "/variable", "unit": "dateTime" } },
          "red": { "object": "/ppg", "time": { "object": "/fixed", "unit": "dateTime" } },
          "ecg": { "object": "/ppg", "time": { "object": "/packed", "format": "YYYY-MM-DD hh:mm:ss.S" } }
          """)),
    Kind(
      name: "texts", files: ["texts.h5", "texts_latest.h5"],
      descriptor: descriptor(
        "texts", channels: #""ppg": { "object": "/activity", "optional": true }"#,
        more: """
          , "subject": { "attribute": "subject" },
          "metadata": [ { "name": "unit", "object": "/chunked", "attribute": "unit", "optional": true } ]
          """)),
  ]

  private static func descriptor(_ name: String, channels: String, more: String = "") -> String {
    """
    {
      "schemaVersion": 1, "name": "\(name)", "files": [ { "path": "{recording}.h5", "sampleRate": 10 } ],
      "channels": { \(channels) }\(more)
    }

    """
  }

  static func layouts(in folder: String) throws -> [RecordingLayout] {
    try kinds.compactMap { kind in
      let recordings = try kind.files.filter { Folder.exists("\(folder)/\($0)") }.map { file in
        [RecordingLayout.Part(suffix: ".h5", bytes: try Folder.bytes("\(folder)/\(file)"))]
      }
      guard !recordings.isEmpty else { return nil }
      return RecordingLayout(
        kind.name, .hdf5, descriptor: kind.descriptor, recordings: recordings, isForRun: kind.isForRun)
    }
  }
}
