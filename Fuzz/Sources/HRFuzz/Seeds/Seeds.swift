internal import Foundation

/// Complete and sound files of every kind, made by the program itself.
struct Seeds {
  struct Problem: Error {
    let reason: String
  }

  /// Folder of four recordings of 20 s: `s01.h5` …, and `s01_ppg.csv` ….
  let recordings: String
  /// Folder of a finished run.
  let run: String
  /// Output of `baseline` for the finished run.
  let baseline: [UInt8]
  let hdf5: [RecordingLayout]
  let csv: [RecordingLayout]
  let edf: [RecordingLayout]
  let wfdb: [RecordingLayout]
  let mat: [RecordingLayout]
  let npy: [RecordingLayout]
  /// None on a machine without ffmpeg.
  let video: [RecordingLayout]
  /// True if the program was built with libmatio.
  let readsMAT: Bool
  static let ids = ["s01", "s02", "s03", "s04"]

  /// - Parameter foreign: folder of HDF5 files made by other programs; see ``ForeignSeeds``.
  init(program: String, folder: String, streams: String, foreign: String?) throws {
    try Folder.renew(folder)
    recordings = "\(folder)/recordings"
    run = "\(folder)/run"
    func call(_ arguments: [String]) throws -> [UInt8] {
      let outcome = try RunningProgram(
        program, Invocation(arguments: arguments, folder: folder), streams: streams
      ).outcome()
      guard outcome.code == 0 else {
        throw Problem(
          reason:
            "no seeds: \(outcome.invocation.typed(program: program)): \(outcome.ending) \(outcome.errorText)")
      }
      return outcome.output
    }
    _ = try call([
      "synthesize", "--output", "recordings", "--count", "4", "--seconds", "20", "--seed", "1", "--ppg-rate",
      "50",
      "--camera-rate", "20", "--format", "both",
    ])
    let own = Descriptors.ownHDF5
    try Folder.write(own, to: "\(folder)/dataset.json")
    try Folder.write(
      ExperimentTexts.small(dataset: "dataset.json", root: "recordings"), to: "\(folder)/experiment.json")
    // After lost frames, samples have uneven times, which are stored too.
    var uneven: [[UInt8]] = []
    for id in Self.ids {
      _ = try call([
        "inspect", "dataset.json:\(id)", "--root", "recordings", "--scenario", "frameDrop", "--save",
        "uneven-\(id).h5",
      ])
      uneven.append(try Folder.bytes("\(folder)/uneven-\(id).h5"))
    }
    _ = try call(["run", "experiment.json", "--output", "run", "--quiet"])
    baseline = try call(["baseline", "run"])

    let recordings = recordings
    func files(_ suffixes: [String]) throws -> [[RecordingLayout.Part]] {
      try Self.ids.map { id in
        try suffixes.map { .init(suffix: $0, bytes: try Folder.bytes("\(recordings)/\(id)\($0)")) }
      }
    }
    let even = try files([".h5"])
    hdf5 =
      [
        RecordingLayout("own", .hdf5, descriptor: own, recordings: even),
        RecordingLayout(
          "uneven", .hdf5, descriptor: own, recordings: uneven.map { [.init(suffix: ".h5", bytes: $0)] }),
        RecordingLayout("foreign", .hdf5, descriptor: Descriptors.foreignHDF5, recordings: even),
      ] + (try foreign.map { try ForeignSeeds.layouts(in: $0) } ?? [])
    let tables = try files(["_ppg.csv", "_beats.csv"])
    csv = [
      RecordingLayout("own", .csv, descriptor: Descriptors.ownCSV, recordings: tables),
      RecordingLayout(
        "german", .text(delimiter: ";"), descriptor: Descriptors.germanCSV,
        recordings: tables.map { [.init(suffix: ".txt", bytes: OtherTables.german($0[0].bytes)), $0[1]] }),
      RecordingLayout(
        "numbers", .text(delimiter: " "), descriptor: Descriptors.numbers,
        recordings: tables.map { [$0[0], .init(suffix: ".rr", bytes: OtherTables.intervals($0[1].bytes))] }),
      RecordingLayout(
        "annotations", .text(delimiter: " "), descriptor: Descriptors.annotations,
        recordings: tables.map {
          [$0[0], .init(suffix: ".txt", bytes: OtherTables.annotations($0[1].bytes))]
        }),
      RecordingLayout(
        "device", .text(delimiter: "\t"), descriptor: Descriptors.device,
        recordings: tables.map {
          [
            .init(suffix: ".txt", bytes: OtherTables.device($0[0].bytes)),
            .init(suffix: "_rr.csv", bytes: OtherTables.timedIntervals($0[1].bytes)),
          ]
        }),
      RecordingLayout(
        "rows", .text(delimiter: " "), descriptor: Descriptors.inRows,
        recordings: tables.map { [.init(suffix: ".txt", bytes: OtherTables.inRows($0[0].bytes))] }),
      RecordingLayout(
        "dated", .text(delimiter: ";"), descriptor: Descriptors.dated,
        recordings: tables.map {
          [
            .init(suffix: "_dated.csv", bytes: OtherTables.dated($0[0].bytes)),
            .init(suffix: "_beats.csv", bytes: OtherTables.datedBeats($0[1].bytes)),
          ]
        }),
    ]
    readsMAT = !String(decoding: try call(["list", "readers"]), as: UTF8.self).contains("reads no MAT files")
    for format in ["mat", "npy"] {
      _ = try call([
        "synthesize", "--output", format, "--count", "4", "--seconds", "20", "--seed", "1", "--ppg-rate",
        "50",
        "--camera-rate", "20", "--format", format,
      ])
    }
    let written = try Self.ids.map { try Folder.bytes("\(folder)/mat/\($0).mat") }
    let cells = tables.map { MATSeeds.cells($0[0].bytes, $0[1].bytes) }
    func files(_ bytes: [[UInt8]]) -> [[RecordingLayout.Part]] {
      bytes.map { [.init(suffix: ".mat", bytes: $0)] }
    }
    var mat = [
      RecordingLayout(
        "own", .mat(isPacked: false), descriptor: Descriptors.ownMAT, recordings: files(written)),
      RecordingLayout(
        "packed", .mat(isPacked: true), descriptor: Descriptors.ownMAT, recordings: files(written)),
      RecordingLayout(
        "cells", .mat(isPacked: false), descriptor: Descriptors.cellsMAT, recordings: files(cells)),
      RecordingLayout(
        "tight", .mat(isPacked: true), descriptor: Descriptors.cellsMAT, recordings: files(cells)),
      RecordingLayout(
        "version4", .mat(isPacked: false), descriptor: Descriptors.version4MAT,
        recordings: files(tables.map { MATSeeds.version4($0[0].bytes, $0[1].bytes) })),
    ]
    let stamped = files(tables.map { MATSeeds.stamped($0[0].bytes, $0[1].bytes) })
    mat += [("stamped", false), ("stampedTight", true)].map { (name: String, isPacked) in
      RecordingLayout(name, .mat(isPacked: isPacked), descriptor: Descriptors.stampedMAT, recordings: stamped)
    }
    self.mat = mat
    let arrays = try Self.ids.map { id in
      try ["_ppg.npy", "_beats.npy"].map {
        RecordingLayout.Part(suffix: $0, bytes: try Folder.bytes("\(folder)/npy/\(id)\($0)"))
      }
    }
    npy = [
      RecordingLayout("own", .npy, descriptor: Descriptors.npy("ppg"), recordings: arrays),
      RecordingLayout(
        "columns", .npy, descriptor: Descriptors.columnsNPY,
        recordings: zip(tables, arrays).map { table, parts in
          [.init(suffix: "_ppg.npy", bytes: NPYSeeds.columns(table[0].bytes)), parts[1]]
        }),
      RecordingLayout(
        "fields", .npy, descriptor: Descriptors.npy("ppg", time: "t"),
        recordings: zip(tables, arrays).map { table, parts in
          [.init(suffix: "_ppg.npy", bytes: NPYSeeds.fields(table[0].bytes)), parts[1]]
        }),
    ]
    let readers = String(decoding: try call(["list", "readers"]), as: UTF8.self)
    let codecs = readers.contains("not installed") ? [] : ["h264", "h265", "vp9", "mjpeg"]
    video = try codecs.map { codec in
      _ = try call([
        "synthesize", "--output", codec, "--count", "4", "--seconds", "20", "--seed", "1", "--camera-rate",
        "20", "--format", "video", "--frames", "32x24", "--codec", codec,
      ])
      return RecordingLayout(
        codec, .video, descriptor: Descriptors.video,
        recordings: try Self.ids.map { id in
          try [".mp4", "_beats.csv"].map {
            .init(suffix: $0, bytes: try Folder.bytes("\(folder)/\(codec)/\(id)\($0)"))
          }
        })
    }
    edf = [("edf", 16, false), ("bdf", 24, false), ("edf", 16, true)].map { (ending: String, bits, hasGap) in
      RecordingLayout(
        hasGap ? "gap" : ending, .edf(signals: 3),
        descriptor: hasGap
          ? Descriptors.edf(ending, beats: #"{ "annotations": ["beat"] }"#) : Descriptors.edf(ending),
        recordings: tables.map { parts in
          let file = EDFSeeds.file(parts[0].bytes, bits: bits, hasGap: hasGap)
          return [.init(suffix: ".\(ending)", bytes: file), parts[1]]
        })
    }
    wfdb = [("record", false), ("segments", true)].map { (name: String, isParted) in
      RecordingLayout(
        name, .wfdb, descriptor: Descriptors.wfdb,
        recordings: tables.enumerated().map { number, parts in
          WFDBSeeds.files(parts[0].bytes, beats: parts[1].bytes, number: number, isParted: isParted)
            .map { .init(suffix: $0.suffix, bytes: $0.bytes) }
        })
    }
  }
}
