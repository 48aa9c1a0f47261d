// Prints the R peaks that each of hreval's methods finds: `FILE method seconds seconds …`, a line per file and
// method. Linked to HRSignals by `measure.py --candidates`: some of the rules tried there are not hreval's own.
import Foundation
import HRSignals

let arguments = CommandLine.arguments.dropFirst()
guard let rate = arguments.first.flatMap(Double.init) else { fatalError("RATE FILE...") }
for path in arguments.dropFirst() {
  let text = try String(contentsOfFile: path, encoding: .utf8)
  let samples = text.split(separator: "\n").dropFirst().compactMap { Double($0) }
  for method in RPeakMethod.allCases {
    let beats = method.beats(Signal(samples: samples, sampleRate: rate))
    print(path, method.rawValue, beats.map { String($0) }.joined(separator: " "))
  }
}
