internal import Foundation

/// The files that keep what programs say on their standard error: `stderr/1-name.txt` in a run's folder.
package enum SpeechFiles {
  package static let folder = "stderr"
  private static let ending = ".txt"
  private static let longestName = 60

  /// The name of a program's file.
  ///
  /// - Parameters:
  ///   - number: the program's place among a run's programs, from 1.
  ///   - program: as it calls itself; what cannot be part of every file's name is replaced.
  package static func name(_ number: Int, _ program: String) -> String {
    "\(number)-\(String(program.prefix(longestName).map { isSafe($0) ? $0 : "_" }))\(ending)"
  }

  /// True for names as ``name(_:_:)`` gives them: no file with another is hreval's to replace.
  package static func owns(_ name: String) -> Bool {
    guard name.hasSuffix(ending), let dash = name.firstIndex(of: "-") else { return false }
    let number = name[..<dash]
    let program = name[name.index(after: dash)...].dropLast(ending.count)
    return number.first != "0" && !number.isEmpty && number.allSatisfy { ("0"..."9").contains($0) }
      && program.count <= longestName && program.allSatisfy(isSafe)
  }

  private static func isSafe(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == "_")
  }
}

extension SpeechFiles {
  /// Takes away what programs of an earlier run said, and the folder if nothing else lies in it.
  ///
  /// - Parameter folder: of what programs said.
  package static func remove(from folder: String) {
    for name in TextFile.names(in: folder) where owns(name) && TextFile.isFile("\(folder)/\(name)") {
      TextFile.remove("\(folder)/\(name)")
    }
    // It refuses a folder that is not empty.
    rmdir(folder)
  }
}
