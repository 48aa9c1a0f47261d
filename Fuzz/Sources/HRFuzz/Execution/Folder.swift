internal import Foundation

/// File operations for cases; every failure is the test environment's, never the program's.
enum Folder {
  struct Problem: Error {
    let reason: String
  }

  static func make(_ path: String) throws(Problem) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw Problem(reason: "cannot make \(path): \(error.localizedDescription)")
    }
  }

  /// Makes an empty folder and removes what was at the path before.
  static func renew(_ path: String) throws(Problem) {
    remove(path)
    try make(path)
  }

  static func remove(_ path: String) {
    // Folders that a case has made read-only.
    if (try? FileManager.default.removeItem(atPath: path)) == nil,
      FileManager.default.fileExists(atPath: path)
    {
      allow(path)
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// Restores the permission to change the files of a case.
  static func allow(_ path: String) {
    _ = chmod(path, 0o755)
    for name in (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? [] {
      _ = chmod("\(path)/\(name)", 0o755)
    }
  }

  /// - Parameter length: length of the file, with a hole at its end; `nil`: that of the bytes.
  static func write(_ bytes: [UInt8], to path: String, length: Int? = nil) throws(Problem) {
    try write(bytes, toBytes: Array(path.utf8), length: length)
  }

  /// - Parameter path: the path's bytes, which need not be UTF-8.
  static func write(_ bytes: [UInt8], toBytes path: [UInt8], length: Int? = nil) throws(Problem) {
    let name = path.map { CChar(bitPattern: $0) } + [0]
    let descriptor = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    let shown = String(decoding: path, as: UTF8.self)
    guard descriptor >= 0 else {
      throw Problem(reason: "cannot write \(shown): \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Foundation.write(descriptor, buffer.baseAddress.map { $0 + written }, bytes.count - written)
      }
      guard count > 0 || errno == EINTR else {
        throw Problem(reason: "cannot write \(shown): \(String(cString: strerror(errno)))")
      }
      written += max(count, 0)
    }
    if let length { _ = ftruncate(descriptor, off_t(length)) }
  }

  static func write(_ text: String, to path: String) throws(Problem) { try write(Array(text.utf8), to: path) }

  static func bytes(_ path: String) throws(Problem) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Problem(reason: "cannot read \(path)")
    }
    return [UInt8](data)
  }

  static func copy(_ source: String, to target: String) throws(Problem) {
    do {
      try FileManager.default.copyItem(atPath: source, toPath: target)
    } catch {
      throw Problem(reason: "cannot copy \(source) to \(target): \(error.localizedDescription)")
    }
  }

  static func link(_ target: String, as path: String) throws(Problem) {
    guard symlink(target, path) == 0 || errno == EEXIST else {
      throw Problem(reason: "cannot link \(path) to \(target): \(String(cString: strerror(errno)))")
    }
  }

  /// Names in a folder, in the order of their bytes; none if there is no folder.
  static func names(in path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// Paths of the files below a folder, in order.
  static func files(below path: String) -> [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).sorted().filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
