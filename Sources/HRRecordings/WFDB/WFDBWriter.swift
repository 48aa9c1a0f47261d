internal import HRSupport
internal import HRNumerics
internal import HRSignals

/// Makes the files of a WFDB record; equal recordings give equal bytes.
///
/// All channels are stored in one signal file of format 16, described by their names. Each channel's codes span its
/// own lowest to highest sample. Its gain has six digits, so a sample that is read back differs by half a code at
/// most: 1/131000 of that range. Annotations have a resolution of one microsecond.
enum WFDBWriter {
  private static let mostCode = 32767.0
  private static let ticksPerSecond = 1_000_000.0
  /// Maximum number of samples of the slowest channel in a frame.
  private static let mostPerFrame = 1000

  private static let longestStep = (1 << 31) - 1

  private struct Part {
    let kind: ChannelKind
    let samples: [Double]
    let perFrame: Int
    let gain: Double
    let baseline: Double

    /// Returns the code of a sample; never the lowest of 16 bits, which marks a missing sample.
    func code(_ index: Int) -> Int {
      Int(saturating: min(mostCode, max(-mostCode, (samples[index] * gain + baseline).rounded())))
    }
  }

  /// - Returns: the texts and bytes of `<id>.hea` and `<id>.dat`.
  static func record(_ recording: Recording) throws(Diagnostics) -> (header: String, data: [UInt8]) {
    let signals = try recording.evenSignals(for: "WFDB")
    guard let (rate, frames) = division(signals.map(\.signal)) else {
      throw Diagnostics(
        "WFDB holds whole frames with the same number of samples of a channel in each, and recording \(recording.id) cannot be divided so",
        hint: "choose whole numbers of seconds and of samples per second")
    }
    let parts = try recording.parts(of: signals, limit: "WFDB's 16 bits") { kind, signal in
      part(kind, signal, perFrame: signal.count / frames)
    }
    var data: [UInt8] = []
    data.reserveCapacity(2 * parts.reduce(0) { $0 + $1.samples.count })
    var sums = [Int](repeating: 0, count: parts.count)
    for frame in 0..<frames {
      for (index, part) in parts.enumerated() {
        for sample in 0..<part.perFrame {
          let code = part.code(frame * part.perFrame + sample)
          sums[index] += code
          append(code, to: &data)
        }
      }
    }
    var header = "\(recording.id) \(parts.count) \(shortest(rate)) \(frames)\n"
    for (part, sum) in zip(parts, sums) {
      let packing = part.perFrame == 1 ? "16" : "16x\(part.perFrame)"
      let checksum = Int16(truncatingIfNeeded: sum)
      header +=
        "\(recording.id).dat \(packing) \(shortest(part.gain))(\(shortest(part.baseline)))/\(unit(part.kind)) 16 0 \(part.code(0)) \(checksum) 0 \(part.kind.rawValue)\n"
    }
    return (header, data)
  }

  /// Returns an annotation file with one kind of events.
  ///
  /// - Parameters:
  ///   - times: onsets in seconds.
  ///   - symbol: symbol of their type.
  ///   - note: text of each; empty for none.
  static func annotations(_ times: [Double], symbol: String, note: String = "") -> [UInt8] {
    let code = WFDBAnnotation.symbols.first { $0.value == symbol }?.key ?? 0
    var bytes: [UInt8] = []
    func add(_ code: Int, note: String) {
      append(code << 10, to: &bytes)
      guard !note.isEmpty else { return }
      append(63 << 10 | note.utf8.count, to: &bytes)
      bytes += Array(note.utf8) + [UInt8](repeating: 0, count: note.utf8.count % 2)
    }
    add(22, note: "## time resolution: \(shortest(ticksPerSecond))")
    var last = 0
    for time in times {
      let tick = Int(saturating: (time * ticksPerSecond).rounded())
      while last != tick {
        let step = min(max(tick - last, -longestStep), longestStep)
        append(59 << 10, to: &bytes)
        append(step >> 16, to: &bytes)
        append(step, to: &bytes)
        last += step
      }
      add(code, note: note)
    }
    append(0, to: &bytes)
    return bytes
  }

  /// Appends the lowest 16 bits, the low byte first.
  private static func append(_ word: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(truncatingIfNeeded: word))
    bytes.append(UInt8(truncatingIfNeeded: word >> 8))
  }

  /// Returns frames per second and their number; the shortest frames that fit all channels.
  private static func division(_ signals: [Signal]) -> (rate: Double, frames: Int)? {
    guard let slowest = signals.map(\.sampleRate).min() else { return nil }
    for samples in 1...mostPerFrame {
      let rate = slowest / Double(samples)
      if let frames = signals.pieces(of: { $0.sampleRate / rate }) { return (rate, frames) }
    }
    return nil
  }

  private static func part(_ kind: ChannelKind, _ signal: Signal, perFrame: Int) -> Part? {
    guard let least = signal.samples.min(), let most = signal.samples.max(), least.isFinite, most.isFinite
    else { return nil }
    let range = most > least ? most - least : 1
    let gain = sixDigits(below: 2 * mostCode / range)
    let baseline = -((least + most) / 2 * gain).rounded()
    guard gain.isFinite, gain > 0, abs(baseline) < 2e9 else { return nil }
    return Part(kind: kind, samples: signal.samples, perFrame: perFrame, gain: gain, baseline: baseline)
  }

  private static func sixDigits(below value: Double) -> Double {
    var scale = 1.0
    while value * scale < 1e5, scale < 1e30 { scale *= 10 }
    return scale > 1 ? (value * scale).rounded(.down) / scale : value.rounded(.down)
  }

  /// Returns the unit for the header. WFDB's units have no blanks and points; NU means none.
  private static func unit(_ kind: ChannelKind) -> String {
    ["mV", "g"].contains(kind.unit) ? kind.unit : "NU"
  }
}
