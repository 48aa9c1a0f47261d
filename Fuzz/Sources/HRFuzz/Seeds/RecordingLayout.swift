/// A file layout of recordings, with sound examples.
struct RecordingLayout {
  enum Format {
    case hdf5
    case edf(signals: Int)
    /// WFDB; its headers name files by the recording's name.
    case wfdb
    case text(delimiter: Unicode.Scalar)
    /// MAT; the examples are stored unpacked.
    case mat(isPacked: Bool)
    case npy
    case video

    static let csv = Format.text(delimiter: ",")
  }

  /// A file of a recording.
  struct Part {
    /// End of the file's name, after the recording's name.
    let suffix: String
    let bytes: [UInt8]
  }

  let name: String
  let descriptor: String
  let recordings: [[Part]]
  /// True if there are enough samples and a reference to run an experiment.
  let isForRun: Bool
  private let format: Format
  /// Mutators by recording and part.
  private let mutators: [[ByteMutator]]

  init(_ name: String, _ format: Format, descriptor: String, recordings: [[Part]], isForRun: Bool = true) {
    self.isForRun = isForRun
    self.name = name
    self.format = format
    self.descriptor = descriptor
    self.recordings = recordings
    switch format {
    case .hdf5:
      mutators = recordings.map { parts in
        parts.map { ByteMutator(for: $0.bytes, signatures: ByteMutator.hdf5Signatures) }
      }
    case .text, .edf, .wfdb, .mat, .npy, .video:
      mutators = recordings.map { parts in parts.map { _ in ByteMutator(for: []) } }
    }
  }

  /// Bytes of a part as written, with the recording's own name in place of the placeholder.
  func written(_ bytes: [UInt8], for recording: String) -> [UInt8] {
    guard case .wfdb = format else { return bytes }
    let mark = Array(WFDBSeeds.name.utf8)
    var result: [UInt8] = []
    var left = bytes[...]
    while let open = left.firstIndex(of: mark[0]) {
      result += left[..<open]
      left = left[open...]
      let isName = left.starts(with: mark)
      result += isName ? Array(recording.utf8) : [mark[0]]
      left = left.dropFirst(isName ? mark.count : 1)
    }
    return result + left
  }

  /// Makes a recording with one damaged file.
  func mutant(_ dice: inout Dice) -> Mutant {
    let recording = dice.below(recordings.count)
    let part = dice.below(recordings[recording].count)
    let bytes = recordings[recording][part].bytes
    let donors = recordings[dice.below(recordings.count)]
    let other = donors[min(part, donors.count - 1)].bytes
    let damaged: [UInt8]
    switch format {
    case .hdf5: damaged = mutators[recording][part].mutate(bytes, with: other, &dice)
    case .edf(let signals):
      damaged =
        recordings[recording][part].suffix.hasSuffix("df")
        ? EDFMutator(signals: signals).mutate(bytes, with: other, &dice)
        : TextMutator(delimiter: UInt8(ascii: ",")).mutate(bytes, with: other, &dice)
    case .wfdb:
      damaged =
        recordings[recording][part].suffix.hasSuffix(".hea")
        ? TextMutator(delimiter: UInt8(ascii: " ")).mutate(bytes, with: other, &dice)
        : mutators[recording][part].mutate(bytes, with: other, &dice)
    case .mat(let isPacked): damaged = MATMutator(isPacked: isPacked).mutate(bytes, with: other, &dice)
    case .npy: damaged = NPYMutator().mutate(bytes, with: other, &dice)
    case .video:
      damaged =
        recordings[recording][part].suffix.hasSuffix(".csv")
        ? TextMutator(delimiter: UInt8(ascii: ",")).mutate(bytes, with: other, &dice)
        : mutators[recording][part].mutate(bytes, with: other, &dice)
    case .text(let delimiter):
      damaged = TextMutator(delimiter: UInt8(ascii: delimiter)).mutate(bytes, with: other, &dice)
    }
    // Sparse files take no time to make.
    let length = dice.chance(oneIn: 60) ? damaged.count + (1 << (16 + dice.below(16))) : nil
    return Mutant(recording: recording, part: part, bytes: damaged, length: length)
  }
}

/// A damaged file of a recording.
struct Mutant {
  let recording: Int
  let part: Int
  var bytes: [UInt8]
  /// Length of the file, with a hole at its end; `nil`: that of the bytes.
  let length: Int?
}
