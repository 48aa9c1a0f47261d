/// Signals that the detectors of a unit used, for the windows that were asked for.
struct CapturedUnit: Equatable, Sendable {
  enum Outcome: Equatable, Sendable {
    /// One per window, in the order of the request; `nil` for a window that the unit does not have.
    case windows([WindowSignals?])
    /// Reason for the failure, in one line.
    case failed(String)
  }

  let unit: Int
  /// SHA-256 of the recording's files, as they were read for the capture.
  let digests: [String]
  let outcome: Outcome
}

extension CapturedUnit {
  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(unit)
    writer.write(digests)
    switch outcome {
    case .failed(let reason):
      writer.write(0)
      writer.write(reason)
    case .windows(let windows):
      writer.write(1)
      writer.write(windows.count)
      for signals in windows {
        writer.write(signals == nil ? 0 : 1)
        if let signals { writer.write(signals) }
      }
    }
    return writer.bytes
  }

  /// - Throws: ``ByteReader/Damaged`` if the bytes are not a captured unit.
  init(bytes: [UInt8]) throws(ByteReader.Damaged) {
    var reader = ByteReader(bytes)
    unit = try reader.integer()
    digests = try reader.strings()
    if try reader.flag() {
      var windows: [WindowSignals?] = []
      for _ in 0..<(try reader.count()) {
        windows.append(try reader.flag() ? try reader.windowSignals() : nil)
      }
      outcome = .windows(windows)
    } else {
      outcome = .failed(try reader.string())
    }
    guard reader.isAtEnd else { throw ByteReader.Damaged() }
  }
}
