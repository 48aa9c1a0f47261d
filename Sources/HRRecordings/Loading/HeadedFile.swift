internal import CHRFiles
internal import HRSupport

/// A file that begins with a header, whose length its first bytes state.
struct HeadedFile {
  /// File positioned after the header.
  let file: OpenFile
  /// Bytes of the whole header.
  let header: [UInt8]
  /// Size of the whole file in bytes.
  let bytes: UInt64

  /// - Parameters:
  ///   - path: path of the file.
  ///   - startBytes: number of bytes read to find the header's length.
  ///   - length: the header's length, from the first bytes (fewer if the file has fewer) and the size of the file;
  ///     throws if these cannot be right.
  init(
    _ path: String, startBytes: Int,
    length: (_ start: [UInt8], _ fileBytes: UInt64) throws(Diagnostics) -> Int
  ) throws(Diagnostics) {
    // Checked before the file is opened: opening a named pipe would block.
    if let reason = hr_unreadable(path) { throw Diagnostics(String(cString: reason), in: path) }
    let file = try OpenFile.reading(path)
    do {
      bytes = UInt64(clamping: try file.size())
      guard bytes > 0 else {
        throw Diagnostics("the file is empty", in: path, hint: "was the download interrupted?")
      }
      var start = try file.read(startBytes)
      let count = try length(start, bytes)
      if count < start.count { start = Array(start.prefix(count)) }
      start += try file.read(count - start.count)
      guard start.count == count else { throw Diagnostics("the file has become shorter", in: path) }
      header = start
    } catch let error as Diagnostics {
      throw error
    } catch {
      throw OpenFile.unreadable(path)
    }
    self.file = file
  }
}

extension OpenFile {
  static func unreadable(_ path: String) -> Diagnostics {
    Diagnostics("the file cannot be read", in: path, hint: "check its permissions")
  }

  static func reading(_ path: String) throws(Diagnostics) -> OpenFile {
    guard let file = try? OpenFile(path) else { throw unreadable(path) }
    return file
  }

  /// Reads a number of bytes from the current position, or from another.
  func bytes(_ count: Int, from start: Int? = nil, of path: String) throws(Diagnostics) -> [UInt8] {
    if let start { seek(to: start) }
    guard let bytes = try? read(count) else { throw Diagnostics("the file cannot be read", in: path) }
    guard bytes.count == count else { throw Diagnostics("the file has become shorter", in: path) }
    return bytes
  }
}

extension BidirectionalCollection {
  /// Returns the elements without those of a kind at both ends.
  func trimming(_ isOuter: (Element) -> Bool) -> SubSequence {
    guard let last = lastIndex(where: { !isOuter($0) }) else { return self[endIndex...] }
    return self[...last].drop(while: isOuter)
  }
}
