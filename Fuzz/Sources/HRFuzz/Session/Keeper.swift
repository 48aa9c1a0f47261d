internal import Foundation

/// Stores the damaged files that caused findings, and gives the commands to judge them again.
struct Keeper {
  let folder: String
  let options: SessionOptions

  /// - Returns: the file's path; `nil` if it could not be written.
  func keep(_ file: KeptFile, kind: String) -> String? {
    let path = "\(folder)/\(kind)/\(file.name)"
    do {
      try Folder.make("\(folder)/\(kind)")
      try Folder.write(file.bytes, to: path)
      return path
    } catch {
      Report.say("\(path) cannot be kept: \(error)")
      return nil
    }
  }

  func command(again what: String) -> String {
    var words = [
      CommandLine.arguments[0], "repeat", "--program", options.program, "--seed", "\(options.seed)",
    ]
    if let seeds = options.foreignSeeds { words += ["--seeds", seeds] }
    return (words + [what]).map(Invocation.quoted).joined(separator: " ")
  }
}
