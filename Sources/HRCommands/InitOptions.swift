internal import ArgumentParser
internal import Foundation
internal import HRRecordings
internal import HRSupport

/// Arguments of `init`, for the command line and for the command of its worker.
struct InitOptions: ParsableArguments {
  @Argument(help: "Folder of recordings.", completion: .directory)
  var folder: String

  @Option(help: "Folder to write to (default: the folder itself).", completion: .directory)
  var output: String?

  @Option(help: "Name of the data set (default: the folder's).")
  var name: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Only files whose paths below the folder fit (* and ?); may be given several times.",
      valueName: "pattern"))
  var only: [String] = []

  @Option(help: ArgumentHelp("Samples per second, where no file says it.", valueName: "hertz"))
  var rate: Double?

  @Flag(help: "Replace a dataset.json and an experiment.json that are there.")
  var force = false

  @OptionGroup var limits: LimitOptions

  @OptionGroup var patience: WorkerPatience

  mutating func validate() throws {
    if let rate, !RecordingLimits.sampleRateHz.contains(rate) {
      throw ValidationError("--rate takes samples per second, not \(rate).")
    }
    if let name, name.isEmpty || name.contains("/") || name.hasPrefix(".") {
      throw ValidationError("--name takes a short name without slashes.")
    }
  }

  // MARK: Names

  var dataName: String {
    if let name { return name }
    let last = URL(fileURLWithPath: TextFile.absolute(folder)).lastPathComponent
    let plain = String(last.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" })
    return plain.isEmpty || plain.hasPrefix(".") || plain == "/" ? "recordings" : plain
  }

  /// Path of the folder of the files, relative to the folder of the descriptor; `nil` where that is the same.
  var rootFromTarget: String? {
    guard let output else { return nil }
    func parts(_ path: String) -> [String] {
      URL(fileURLWithPath: TextFile.absolute(path)).resolvingSymlinksInPath().pathComponents
    }
    let (from, to) = (parts(output), parts(folder))
    if from == to { return nil }
    let shared = zip(from, to).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: from.count - shared) + to[shared...]).joined(separator: "/")
  }
}
