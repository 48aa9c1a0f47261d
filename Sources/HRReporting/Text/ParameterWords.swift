/// Name of a parameter in words for axes and headings, with its unit: `snrDecibels` → `signal-to-noise ratio (dB)`.
///
/// Names of parameters are words in camel case, the last of which may be a unit.
enum ParameterWords {
  private static let units = [
    "decibels": "dB", "seconds": "s", "hz": "Hz", "bpm": "bpm", "percent": "%", "milliseconds": "ms",
    "degrees": "°",
  ]
  private static let words = ["snr": "signal-to-noise ratio"]

  static func title(_ name: String) -> String {
    var words = split(name)
    var unit: String?
    if words.count > 1, let last = words.last, let found = units[last] {
      unit = found
      words.removeLast()
    }
    let text = words.map { self.words[$0] ?? $0 }.joined(separator: " ")
    return unit.map { "\(text) (\($0))" } ?? text
  }

  /// `driftBPM` → `drift`, `bpm`
  private static func split(_ name: String) -> [String] {
    var (words, wasCapital) = ([""], false)
    for letter in name {
      let isCapital = letter.isUppercase
      if isCapital, !wasCapital, words.last != "" { words.append("") }
      words[words.count - 1] += letter.lowercased()
      wasCapital = isCapital
    }
    return words
  }
}
