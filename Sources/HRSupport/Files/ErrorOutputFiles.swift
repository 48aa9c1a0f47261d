internal import Foundation

/// Files with the standard error output of programs: `stderr/1-name.txt` in a run's folder.
package enum ErrorOutputFiles {
  package static let folder = "stderr"
  private static let ending = ".txt"
  private static let longestName = 60

  /// Returns the name of a program's file.
  ///
  /// - Parameters:
  ///   - number: number of the program among a run's programs, from 1.
  ///   - program: the program's own name; characters that are not safe in file names are replaced.
  package static func name(_ number: Int, _ program: String) -> String {
    "\(number)-\(String(program.prefix(longestName).map { isSafe($0) ? $0 : "_" }))\(ending)"
  }

  /// Returns true for names as ``name(_:_:)`` makes them: hreval replaces no file with another name.
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

extension ErrorOutputFiles {
  /// Removes the output of programs of an earlier run, and the folder if it is then empty.
  ///
  /// - Parameter folder: folder of the output.
  package static func remove(from folder: String) {
    for name in TextFile.names(in: folder) where owns(name) && TextFile.isFile("\(folder)/\(name)") {
      TextFile.remove("\(folder)/\(name)")
    }
    // This fails for a folder that is not empty.
    rmdir(folder)
  }
}
