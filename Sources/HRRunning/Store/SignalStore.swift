package import HRSupport
internal import HRRecordings

/// The file beside a run's store that holds its ``KeptSignals``.
///
/// It holds a magic line, a length, a checksum, and as many bytes as the length says: the digest of the run's
/// fingerprint, notes, windows. It adds to the run's results, and is of no use without them.
package enum SignalStore {
  package static let name = "signals.store"
  private static let magic = Array("hreval signals \(FormatVersion.signals)\n".utf8)

  package static func path(in directory: String) -> String { "\(directory)/\(name)" }

  /// Writes to a temporary name and renames, so that no incomplete file has the final one.
  ///
  /// - Parameters:
  ///   - signals: to be kept.
  ///   - directory: the run's folder.
  ///   - fingerprint: of the run, as its store holds it.
  package static func write(
    _ signals: KeptSignals, in directory: String, fingerprint: String
  ) throws(Diagnostics) {
    var body = ByteWriter()
    body.write(ContentHash.digest(of: Array(fingerprint.utf8)))
    body.write(signals.notes)
    body.write(signals.windows.count)
    for window in signals.windows {
      body.write(window.choice)
      body.write(window.signals)
    }
    var head = ByteWriter()
    head.write(body.bytes.count)
    head.write(RunStore.checksum(body.bytes))
    try TextFile.write(magic + head.bytes + body.bytes, to: path(in: directory))
  }

  package static func remove(in directory: String) {
    TextFile.remove(path(in: directory))
  }

  /// Reads the signals that were kept of a run.
  ///
  /// - Parameters:
  ///   - directory: the run's folder.
  ///   - content: of its store.
  /// - Returns: `nil` if there is no such file; if it cannot be used, no windows and a note that says so.
  package static func read(in directory: String, of content: RunStore.Content) -> KeptSignals? {
    let path = path(in: directory)
    guard TextFile.exists(path) else { return nil }
    do throws(Unusable) {
      return try read(path, of: content)
    } catch {
      return KeptSignals(
        windows: [], notes: ["\(name) \(error.reason): the signals of this run are not shown"])
    }
  }

  private struct Unusable: Error {
    let reason: String
  }

  private static func read(_ path: String, of content: RunStore.Content) throws(Unusable) -> KeptSignals {
    let damaged = Unusable(reason: "is damaged")
    guard let file = StoreFile(path), let beginning = file.bytes(at: 0, count: magic.count) else {
      throw damaged
    }
    guard beginning == magic else {
      throw Unusable(reason: "is not of the form that this hreval writes")
    }
    guard let length = file.integer(at: magic.count), let sum = file.bits(at: magic.count + 8),
      length == file.size - magic.count - 16, let bytes = file.bytes(at: magic.count + 16, count: length),
      RunStore.checksum(bytes) == sum
    else { throw damaged }
    var reader = ByteReader(bytes)
    guard let digest = try? reader.string() else { throw damaged }
    guard digest == ContentHash.digest(of: Array(content.fingerprint.utf8)) else {
      throw Unusable(reason: "is of another run")
    }
    guard let kept = try? reader.keptSignals(of: content.results) else { throw damaged }
    return kept
  }
}

extension ByteWriter {
  fileprivate mutating func write(_ choice: WindowChoice) {
    write(choice.unit)
    write(choice.detector)
    write(choice.window)
    write(choice.why.rawValue)
  }
}

extension ByteReader {
  fileprivate mutating func keptSignals(of results: UnitResults) throws(Damaged) -> KeptSignals {
    let notes = try strings()
    var windows: [KeptWindow] = []
    for _ in 0..<(try count()) {
      let (unit, detector, window) = (try integer(), try integer(), try integer())
      guard let why = KeptWindow.Choice(rawValue: try string()), let result = results.result(ofUnit: unit)
      else {
        throw Damaged()
      }
      let choice = WindowChoice(unit: unit, detector: detector, window: window, why: why)
      guard let kept = KeptWindow(choice, try windowSignals(), in: result) else { throw Damaged() }
      windows.append(kept)
    }
    guard isAtEnd else { throw Damaged() }
    return KeptSignals(windows: windows, notes: notes)
  }
}
