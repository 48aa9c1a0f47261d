internal import HRRunning
internal import HRSupport
internal import Foundation

extension DataEnvironment {
  /// Returns the folders in which a command searches for data sets.
  ///
  /// - Parameter directory: the experiment's folder; `.` for a command without an experiment.
  static func around(_ directory: String) -> DataEnvironment {
    let here = TextFile.absolute(directory)
    let stated = ProcessInfo.processInfo.environment["HREVAL_DATA"].flatMap { $0.isEmpty ? nil : $0 }
    // Beside the project's folder, unless another folder is stated.
    let usual = TextFile.resolve(
      "shared/datasets", in: TextFile.directory(of: Project.directory(containing: directory)))
    return DataEnvironment(
      around: here, dataDirectory: stated ?? (TextFile.isDirectory(usual) ? usual : nil),
      shipped: shipped(with: Program.path))
  }

  /// Returns the folder of the descriptors that come with the program: those of the project that it was built in, if
  /// it is still there. Otherwise it is `../share/hreval/datasets` beside it, into which `./setup.sh install --prefix`
  /// puts them.
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
