internal import Foundation
internal import HRDiagnostics
internal import HRSystem

/// What a program finds around it: an environment without anything of the experiment and, in a sandbox, a file system
/// without data.
enum ProgramSurroundings {
  /// Variables that programs need to run; no other is passed on.
  private static let names: Set<String> = [
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TERM", "TMPDIR", "LD_LIBRARY_PATH",
    "LD_PRELOAD", "VIRTUAL_ENV", "SSL_CERT_FILE", "SSL_CERT_DIR", "JAVA_HOME",
  ]
  private static let beginnings = [
    "LC_", "DYLD_", "PYTHON", "CONDA_", "PYENV_", "MATLAB", "OCTAVE", "JULIA_", "R_", "NODE_", "OMP_", "MKL_",
    "OPENBLAS_", "NUMEXPR_", "VECLIB_", "CUDA_", "NVIDIA_", "TF_", "XLA_", "TORCH_", "PYTORCH_", "KERAS_",
    "HF_",
    "ORT_", "XDG_", "NUMBA_", "MPL",
  ]

  /// `NAME=value`, in the order of the names.
  static func environment(of own: [String: String], isSandboxed: Bool) -> [String] {
    var kept = own.filter { name, _ in names.contains(name) || beginnings.contains { name.hasPrefix($0) } }
    // What is compiled on the way would not be kept in a folder that nobody may write to.
    kept["PYTHONDONTWRITEBYTECODE"] = "1"
    kept["SWIFT_BACKTRACE"] = "enable=no"
    if isSandboxed {
      kept["HOME"] = "/tmp"
      kept["TMPDIR"] = "/tmp"
    }
    return kept.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
  }

  /// Folders of the system, which hold programs and no data.
  private static let systemFolders = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/nix", "/snap",
  ]
  private static let ownFolder = "/program"

  /// The program that makes sandboxes.
  static func sandbox() throws(Diagnostics) -> String {
    #if os(Linux)
      if let found = SearchPath.find("bwrap") { return found }
      throw Diagnostics(
        "there is no sandbox: bubblewrap (bwrap) is not installed",
        hint: "on Debian and Ubuntu: apt install bubblewrap")
    #else
      throw Diagnostics("there is no sandbox: it is made by bubblewrap (bwrap), which is for Linux")
    #endif
  }

  /// The command that starts a program: itself, or inside a sandbox.
  ///
  /// - Parameters:
  ///   - stage: its files.
  ///   - command: what it may read besides.
  ///   - bwrap: the program that makes the sandbox; `nil`: none is wanted.
  /// - Returns: the working folder, and program with arguments.
  static func line(
    _ stage: ProgramStage, of command: ProgramCommand, bwrap: String?
  ) -> (folder: String, words: [String]) {
    guard let bwrap else { return (stage.folder, [stage.executable] + stage.arguments) }
    var words = [bwrap, "--unshare-all", "--die-with-parent", "--new-session"]
    for folder in systemFolders where TextFile.exists(folder) {
      if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: folder) {
        words += ["--symlink", target, folder]
      } else {
        words += ["--ro-bind", folder, folder]
      }
    }
    words += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
    for folder in command.alsoReads { words += ["--ro-bind", folder, folder] }
    let isElsewhere =
      stage.executable.hasPrefix("/")
      && !(systemFolders + command.alsoReads).contains { stage.executable.hasPrefix($0 + "/") }
    if isElsewhere { words += ["--ro-bind", stage.executable, stage.executable] }
    words += ["--ro-bind", stage.folder, ownFolder, "--chdir", ownFolder, "--", stage.executable]
    return ("/", words + stage.arguments)
  }
}
