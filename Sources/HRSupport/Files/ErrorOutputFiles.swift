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

/// An entry of a folder.
///
/// Foundation's listing is not used: it omits names that are not UTF-8, and a recording must not be omitted without a
/// message.
package struct FolderEntry: Equatable, Sendable {
  /// Name of the entry. A name that is not UTF-8 is shown with its bytes as escapes (`a\xff.csv`), and cannot be
  /// opened by that text.
  package let name: String
  package let isText: Bool

  /// Returns all entries of a folder, in no order; empty for anything that is not a readable folder.
  package static func all(in folder: String) -> [FolderEntry] {
    guard let directory = opendir(folder), let offset = MemoryLayout<dirent>.offset(of: \.d_name) else {
      return []
    }
    defer { closedir(directory) }
    var entries: [FolderEntry] = []
    while let entry = readdir(directory) {
      // The record ends with the name, so the rest of the field must not be read.
      let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      let bytes = UnsafeRawBufferPointer(start: name, count: strlen(name))
      if let text = String(validating: bytes, as: UTF8.self) {
        if text != ".", text != ".." { entries.append(FolderEntry(name: text, isText: true)) }
      } else {
        entries.append(FolderEntry(name: String(escaping: Array(bytes)), isText: false))
      }
    }
    return entries
  }
}
