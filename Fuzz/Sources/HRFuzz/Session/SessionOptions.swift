/// Options of a session on the command line.
public struct SessionOptions {
  var program = ""
  var seconds = 300.0
  var seed: UInt64 = 1
  var folder = ".build/fuzz/program"
  var found = ".build/fuzz/found"
  var regressions: String?
  var foreignSeeds: String?
  /// Kinds of cases to run; empty: all.
  var kinds: [String] = []
  var mostMegabytes = 1536.0
  /// Cases per kind, instead of time.
  var mostCases: Int?
  /// Files, or cases as `KIND:NUMBER`, that are judged again; the session then does nothing else.
  var again: [String] = []

  public struct Misuse: Error {
    public let text: String
  }

  public static let help = """
    usage: hreval-fuzz run --program PATH [OPTION…]
           hreval-fuzz repeat --program PATH [OPTION…] FILE…
           hreval-fuzz repeat --program PATH [--seed N] [OPTION…] KIND:NUMBER…

    Damages what hreval reads and holds everything it says, writes and takes against a
    list of promises. The same seed makes the same cases. `repeat` judges files that a
    session kept (folder KIND, name ROLE-….ENDING), or cases by number, once more.

      --minutes M      how long (default 5; --seconds S too)
      --cases N        so many cases of each kind instead
      --seed N         another series of cases (default 1)
      --kinds A,B      hdf5, csv, edf, wfdb, mat, npy, video, json, store, recorded, names, limits, kills, streams
      --folder DIR     workplace (default .build/fuzz/program)
      --found DIR      where damaged files are kept that did it (default .build/fuzz/found)
      --regressions DIR  folders KIND of files that are judged first
      --seeds DIR      folders NAME of HDF5 files of other layouts, each with a dataset.json
      --memory MB      what the largest process may take (default 1536)

    """

  public init(_ arguments: [String]) throws(Misuse) {
    var rest = arguments[...]
    let command = rest.popFirst()
    guard command == "run" || command == "repeat" else { throw Misuse(text: Self.help) }
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else {
        again.append(word)
        continue
      }
      guard let value = rest.popFirst() else { throw Misuse(text: "\(word) takes a value") }
      try take(word, value)
    }
    guard !program.isEmpty else { throw Misuse(text: "--program is missing\n\(Self.help)") }
    guard again.isEmpty == (command == "run") else {
      throw Misuse(
        text: command == "run" ? "run takes options only, not \(again[0])" : "repeat takes files or cases")
    }
  }

  private mutating func take(_ option: String, _ value: String) throws(Misuse) {
    switch option {
    case "--program": program = value
    case "--minutes": seconds = try number(value, option) * 60
    case "--seconds": seconds = try number(value, option)
    case "--memory": mostMegabytes = try number(value, option)
    case "--cases": mostCases = Int(saturating: try number(value, option))
    case "--seed":
      guard let whole = UInt64(value, radix: 10) else {
        throw Misuse(text: "--seed takes a whole number, not \(value)")
      }
      seed = whole
    case "--kinds": kinds = value.split(separator: ",").map(String.init)
    case "--folder": folder = value
    case "--found": found = value
    case "--regressions": regressions = value
    case "--seeds": foreignSeeds = value
    default: throw Misuse(text: "there is no option \(option)\n\(Self.help)")
    }
  }

  private func number(_ text: String, _ option: String) throws(Misuse) -> Double {
    guard let number = Double(text), number.isFinite, number >= 0 else {
      throw Misuse(text: "\(option) takes a number, not \(text)")
    }
    return number
  }
}

extension Int {
  /// The nearest representable whole number; 0 for NaN.
  init(saturating number: Double) {
    self = number.isNaN ? 0 : Int(exactly: number.rounded()) ?? (number < 0 ? .min : .max)
  }
}
