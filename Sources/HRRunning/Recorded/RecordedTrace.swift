package import HRSupport
package import HRPlugins
package import HRSignals

/// The pulse wave that another program made of one recording, read from its output file.
///
/// With it hreval's own detectors show whether the wave or the program's own rate finder is the weak part. See
/// ``RecordedJSON`` and ``RecordedCSV`` for the file formats.
package enum RecordedTrace: Equatable, Sendable {
  /// Times in seconds on the recording's clock, strictly increasing and uneven as they were written; values finite, in
  /// the program's own unit.
  case wave(TimeSeries)
  /// Reason why there is none: no file, no wave in it, or only another quantity's.
  case silent(Abstention)

  /// Reads a file: CSV if its name ends in `.csv`, else JSON.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - manifestSHA256: of the manifest that belongs to the file, which a JSON file may name; `nil`: none.
  /// - Throws: every problem of a file that exists and cannot be understood, with its place: also times that are
  ///   equal or decrease, and values that are not finite.
  package init(contentsOf path: String, manifestSHA256: String? = nil) throws(Diagnostics) {
    guard let file = try RecordedText(contentsOf: path) else {
      self = .silent(.recordMissing)
      return
    }
    self =
      file.isCSV ? try RecordedCSV.trace(file) : try RecordedJSON.trace(file, manifestSHA256: manifestSHA256)
  }

  init(_ samples: [(time: Double, value: Double)]) {
    self =
      samples.isEmpty
      ? .silent(.recordEmpty)
      : .wave(TimeSeries(times: samples.map(\.time), values: samples.map(\.value)))
  }

  /// Returns the problem with the time of a sample after another one; `nil` if it is later.
  static func problem(ofTime time: Double, after earlier: Double) -> String? {
    if time > earlier { return nil }
    return time == earlier
      ? "two samples have the time \(shortest(time)) s"
      : "the times go back from \(shortest(earlier)) to \(shortest(time)) s"
  }
}
