internal import Foundation

/// Promises that every call must keep, whatever the input.
struct Judge {
  /// Memory limit for the largest single process.
  let mostMegabytes: Double

  /// Exceptions for one case.
  struct Leniency {
    /// Signals that the case itself sends to the program.
    var signals: [Int32] = []
    /// True if standard error or output is closed, full or elsewhere, so that messages may be lost or cut.
    var losesWords = false
    /// Memory limit for the largest process, instead of the general one.
    var mostMegabytes: Double?
  }

  static let codes: [Int32] = [0, 1, 2, 64, 130]

  func objections(to outcome: Outcome, _ leniency: Leniency = Leniency()) -> [String] {
    var found: [String] = []
    switch outcome.ending {
    case .endedLate: found.append("did not end within \(Int(outcome.invocation.mostSeconds)) s")
    case .endedLarge: found.append("took more than \(Int(Invocation.fatalMegabytes)) MB and was ended")
    case .signalled(let signal):
      if !leniency.signals.contains(signal) { found.append("died of signal \(signal)") }
    case .exited(let code):
      if !Self.codes.contains(code) { found.append("ended with code \(code)") }
      let isSilent = outcome.errors.isEmpty && (code == 64 || outcome.output.isEmpty)
      if code != 0, isSilent, !leniency.losesWords { found.append("ended with code \(code) without a word") }
    }
    let limit = leniency.mostMegabytes ?? mostMegabytes
    if outcome.ending != .endedLarge, outcome.peakMegabytes > limit {
      found.append("took \(Int(outcome.peakMegabytes)) MB, more than \(Int(limit))")
    }
    if outcome.leftBehind { found.append("left processes behind") }
    for (name, bytes) in [("standard output", outcome.output), ("standard error", outcome.errors)] {
      let text = leniency.losesWords ? TextScan.withoutCutCharacter(bytes) : bytes
      if let problem = TextScan.objection(to: text) { found.append("\(name): \(problem)") }
      if let problem = TextScan.traces(of: bytes) { found.append("\(name): \(problem)") }
      if let problem = TextScan.trappedWorker(String(decoding: bytes, as: UTF8.self)) {
        found.append("\(name): \(problem): a trap of Swift")
      }
    }
    return found
  }

  /// Returns the problems of the files that a call wrote.
  ///
  /// - Parameter damaged: the input; files that are still equal to it are not judged.
  func objections(toFilesIn folder: String, except damaged: [UInt8]? = nil) -> [String] {
    Folder.files(below: folder).compactMap { name in
      guard let bytes = try? Folder.bytes("\(folder)/\(name)"), bytes != damaged else { return nil }
      return Self.problem(of: name, bytes).map { "\(name): \($0)" }
    }
  }

  private static func problem(of name: String, _ bytes: [UInt8]) -> String? {
    if let problem = TextScan.objection(to: Array(name.utf8)) { return "its name: \(problem)" }
    switch name.split(separator: ".").last {
    case "json":
      if let problem = TextScan.objection(to: bytes) { return problem }
      do throws(JSONReader.Problem) {
        _ = try JSONReader.tree(bytes)
        return nil
      } catch {
        return "is no JSON at byte \(error.place)"
      }
    case "csv": return TextScan.objection(to: bytes) ?? TableScan.objection(to: bytes)
    case "svg", "xml": return TextScan.objection(to: bytes) ?? MarkupScan.objection(to: bytes)
    case "md": return TextScan.objection(to: bytes) ?? PageScan.objection(to: bytes)
    default: return nil
    }
  }
}
