/// A text that is read completely: an experiment, a descriptor, stored results, recorded output.
package enum TextDocument {
  /// Maximum size, far beyond that of any such text; a larger file is of another kind, and would need many times its
  /// size.
  package static let mostBytes = 256 << 20

  /// Reads UTF-8 text.
  ///
  /// - Parameter what: role of the file for the message: `experiment`.
  /// - Returns: the text and its bytes.
  package static func read(
    _ path: String, what: String
  ) throws(Diagnostics) -> (text: String, bytes: Data) {
    let data = try bytes(path, what: what, most: mostBytes)
    guard let text = String(validating: data, as: UTF8.self) else {
      throw Diagnostics("the \(what) is not UTF-8 text", in: path, hint: "save it as UTF-8")
    }
    return (text, data)
  }

  /// Returns the bytes of a file that is no larger than `most`.
  package static func bytes(
    _ path: String, what: String, most: Int, hint: String? = nil
  ) throws(Diagnostics) -> Data {
    let place = Diagnostic.Place(file: path)
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      let isAbsent = errno == ENOENT || errno == ENOTDIR
      let reason = String(cString: strerror(errno))
      if isAbsent, let absence = WorkingFolder.absence(for: path) {
        throw Diagnostics("\(absence.message), so the \(what) is not found", place: place, hint: absence.hint)
      }
      throw Diagnostics(
        isAbsent ? "the \(what) does not exist" : "the \(what) cannot be read: \(reason)",
        place: place, hint: "check the path")
    }
    func tooLarge(_ size: Int) -> Diagnostics {
      Diagnostics(
        "the \(what) has \(size) bytes, and at most \(most) are read", place: place,
        hint: hint ?? "is it another file?")
    }
    let file: OpenFile
    do throws(RegularFile.Refusal) {
      file = try OpenFile(path)
    } catch {
      switch error {
      case .otherKind(let kind):
        throw Diagnostics(
          "expected the \(what), found \(kind)", place: place,
          hint: TextFile.isDirectory(path)
            ? "name the file inside it" : "write it to a file first: only files are read")
      case .system:
        throw Diagnostics("the \(what) cannot be read", place: place, hint: "check its permissions")
      }
    }
    if Int(clamping: facts.st_size) > most { throw tooLarge(Int(clamping: facts.st_size)) }
    do {
      // One more byte is read to detect a file that is too large although its size is unknown, or that is growing.
      let data = Data(try file.read(most + 1))
      if data.count > most { throw tooLarge(data.count) }
      return data
    } catch let error as Diagnostics {
      throw error
    } catch {
      throw Diagnostics("the \(what) cannot be read", place: place, hint: "check its permissions")
    }
  }
}
