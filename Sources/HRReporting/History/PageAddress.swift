/// Addresses of pages in other folders.
package enum PageAddress {
  /// Returns the address of a file from a folder, as a link has it: with every character escaped that an address may
  /// not have, or that Markdown would take for a mark.
  ///
  /// - Parameters:
  ///   - file: an absolute path without `.` and `..`.
  ///   - folder: likewise.
  package static func relative(_ file: String, from folder: String) -> String {
    let (target, base) = (parts(file), parts(folder))
    let common = zip(target, base).prefix { $0 == $1 }.count
    return (base.dropFirst(common).map { _ in ".." } + target.dropFirst(common).map(escaped))
      .joined(separator: "/")
  }

  private static func parts(_ path: String) -> [Substring] { path.split(separator: "/") }

  private static func escaped(_ name: Substring) -> String {
    name.utf8.map { byte in
      let scalar = UnicodeScalar(byte)
      let isPlain =
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
        || [".", "-"].contains(scalar)
      guard !isPlain else { return String(Character(scalar)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.utf8.count < 2 ? "0" : "") + digits
    }.joined()
  }
}
