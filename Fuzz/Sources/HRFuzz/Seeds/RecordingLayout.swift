/// One way in which recordings lie in files, with sound ones of it.
struct RecordingLayout {
  enum Format {
    case hdf5
    case edf(signals: Int)
    /// Whose headers name files by the recording's name.
    case wfdb
    case text(delimiter: Unicode.Scalar)
    /// Kept as it is before it is packed.
    case mat(isPacked: Bool)
    case npy

    static let csv = Format.text(delimiter: ",")
  }

  /// A file of a recording.
  struct Part {
    /// What follows the recording's name in the file's name.
    let suffix: String
    let bytes: [UInt8]
  }

  let name: String
  let descriptor: String
  let recordings: [[Part]]
  /// Whether there are enough samples and a reference to run an experiment.
  let isForRun: Bool
  private let format: Format
  /// Of each recording and part.
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
    case .text, .edf, .wfdb, .mat, .npy:
      mutators = recordings.map { parts in parts.map { _ in ByteMutator(for: []) } }
    }
  }

  /// What is written of a part: with the recording's own name where that stands for it.
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

  /// A recording one of whose files is damaged.
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
    case .text(let delimiter):
      damaged = TextMutator(delimiter: UInt8(ascii: delimiter)).mutate(bytes, with: other, &dice)
    }
    // Sparse files cost nothing to make.
    let length = dice.chance(oneIn: 60) ? damaged.count + (1 << (16 + dice.below(16))) : nil
    return Mutant(recording: recording, part: part, bytes: damaged, length: length)
  }
}

/// Which file of which recording is damaged, and how it is then.
struct Mutant {
  let recording: Int
  let part: Int
  var bytes: [UInt8]
  /// With a hole at its end the file is so long.
  let length: Int?
}
