internal import HRSupport

/// Files that come with the program: descriptors of data sets, experiments and pages of help.
struct Shipped: Sendable {
  /// The folder with `datasets`, `experiments` and the pages.
  let folder: String
  /// True for the project that the program was built in, whose folders are the user's own.
  let isProject: Bool

  /// Of this program; `nil` if it lies alone.
  static let own = Shipped(with: Program.path)

  /// Returns what comes with a program: the project that it was built in, if that is still there. Otherwise it is
  /// `../share/hreval` beside it, where packages and `./setup.sh install --prefix` put it.
  init?(with program: String) {
    let file = TextFile.withoutLinks(program) ?? program
    let project = file.firstRange(of: "/.build/").map { String(file[..<$0.lowerBound]) }
    if let project, TextFile.isDirectory(project + "/datasets") {
      self.init(folder: project, isProject: true)
      return
    }
    let share = TextFile.directory(of: TextFile.directory(of: file)) + "/share/hreval"
    guard TextFile.isDirectory(share + "/datasets") else { return nil }
    self.init(folder: share, isProject: false)
  }

  private init(folder: String, isProject: Bool) {
    (self.folder, self.isProject) = (folder, isProject)
  }

  /// False for a program that lies alone, such as one of a package of the user's own.
  static var hasDemo: Bool { own.map { TextFile.exists($0.folder + "/experiments/demo.json") } ?? false }

  var datasets: String { folder + "/datasets" }

  /// Names of the experiments, sorted.
  var experiments: [String] {
    TextFile.names(in: folder + "/experiments").filter { $0.hasSuffix(".json") }.map {
      String($0.dropLast(5))
    }
    .filter { !$0.contains(".") }
  }

  /// Returns the path of an experiment that is given by path or by the name of a shipped one. A path wins: what
  /// contains a slash or ends in `.json` is one, and so is the name of a file that is there.
  static func experiment(_ given: String) throws(Diagnostics) -> String {
    guard !given.contains("/"), !given.hasSuffix(".json"), !TextFile.exists(given) else { return given }
    let known = own?.experiments ?? []
    if let own, known.contains(given) { return "\(own.folder)/experiments/\(given).json" }
    let guess = known.isEmpty ? "" : suggestionHint(for: given, among: known) + " "
    throw Diagnostics(
      "there is no file \"\(given)\" here, and no experiment of this name comes with hreval",
      hint: guess + "(a file of yours: give its path, ending in .json)")
  }
}
