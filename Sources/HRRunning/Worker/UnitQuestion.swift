/// A question to a worker about an experiment.
enum UnitQuestion: Equatable {
  /// The result of a unit.
  case result(unit: Int)
  /// Facts of a recording, and whether it can be used; nothing is computed.
  case inspection(recording: Int)
  /// Findings of the examination of a recording.
  case exam(recording: Int)
  /// Input of detectors in these windows of a unit.
  case signals(unit: Int, windows: [AskedWindow])
  /// The request to write the files of a unit's trial.
  case export(unit: Int, TrialDestination)

  var bytes: [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .result(let unit):
      writer.write(0 as UInt8)
      writer.write(unit)
    case .inspection(let recording):
      writer.write(1 as UInt8)
      writer.write(recording)
    case .exam(let recording):
      writer.write(2 as UInt8)
      writer.write(recording)
    case .signals(let unit, let windows):
      writer.write(3 as UInt8)
      writer.write(unit)
      writer.write(windows.count)
      for window in windows {
        writer.write(window.detector)
        writer.write(window.window)
      }
    case .export(let unit, let destination):
      writer.write(4 as UInt8)
      writer.write(unit)
      destination.write(to: &writer)
    }
    return writer.bytes
  }

  init?(bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard let kind = try? reader.byte(), let index = try? reader.integer() else { return nil }
    switch kind {
    case 0: self = .result(unit: index)
    case 1: self = .inspection(recording: index)
    case 2: self = .exam(recording: index)
    case 3:
      guard let windows = try? reader.askedWindows() else { return nil }
      self = .signals(unit: index, windows: windows)
    case 4:
      guard let destination = try? TrialDestination(from: &reader) else { return nil }
      self = .export(unit: index, destination)
    default: return nil
    }
    guard reader.isAtEnd else { return nil }
  }
}

/// A window of a detector, in a question about a unit.
struct AskedWindow: Hashable, Sendable {
  let detector: Int
  /// Index among the unit's windows.
  let window: Int
}

extension ByteReader {
  fileprivate mutating func askedWindows() throws(Damaged) -> [AskedWindow] {
    var windows: [AskedWindow] = []
    for _ in 0..<(try count()) {
      windows.append(AskedWindow(detector: try integer(), window: try integer()))
    }
    return windows
  }
}
