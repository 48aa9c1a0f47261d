internal import HRExperiments
internal import HRSystem
internal import Foundation

extension DataEnvironment {
  /// Where a command looks for data sets.
  ///
  /// - Parameter directory: the experiment's folder; `.` for a command without an experiment.
  static func around(_ directory: String) -> DataEnvironment {
    let here = TextFile.absolute(directory)
    let stated = ProcessInfo.processInfo.environment["HREVAL_DATA"].flatMap { $0.isEmpty ? nil : $0 }
    // Beside the project's folder, where nothing else is stated.
    let usual = TextFile.resolve(
      "shared/datasets", in: TextFile.directory(of: Project.directory(containing: directory)))
    return DataEnvironment(
      around: here, dataDirectory: stated ?? (TextFile.isDirectory(usual) ? usual : nil),
      shipped: shipped(with: Program.path))
  }

  /// The descriptors that come with the program: those of the project that it was built in, where it still lies there;
  /// else `../share/hreval/datasets` beside it, where `./setup.sh install --prefix` puts them.
  static func shipped(with program: String) -> String? {
    let file = URL(fileURLWithPath: program).resolvingSymlinksInPath().standardizedFileURL
    var candidates = [
      file.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
        "share/hreval/datasets"
      ).path
    ]
    if let build = file.path.range(of: "/.build/") {
      candidates.insert(file.path[..<build.lowerBound] + "/datasets", at: 0)
    }
    return candidates.first(where: TextFile.isDirectory)
  }
}
