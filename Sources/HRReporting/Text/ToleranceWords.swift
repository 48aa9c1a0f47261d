internal import HRStatistics
internal import HRSupport

extension Tolerance {
  /// `5 bpm`, `5 bpm or 10 % of the reference`, `10 % of the reference`
  var words: String { parts.joined(separator: " or ") }

  /// `5 bpm or 10 % of the reference, whichever is wider`
  var exactWords: String { words + (parts.count > 1 ? ", whichever is wider" : "") }

  private var parts: [String] {
    let bpm = "\(shortest(withinBPM)) bpm"
    guard let withinPercent, withinPercent > 0 else { return [bpm] }
    return (withinBPM > 0 ? [bpm] : []) + ["\(shortest(withinPercent)) % of the reference"]
  }
}
