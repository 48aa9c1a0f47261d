package import HRSupport

/// An HDF5 file of columns of one length that grows by rows, in memory for one chunk of rows.
///
/// `/<group>/<column>` holds numbers, counts or, for texts, codes: indices into `/words/<column>`, whose first word
/// is the empty one. The content does not depend on the time, place or number of the writes.
package struct ColumnFile: ~Copyable {
  /// One column: name, kind and attributes.
  package struct Column: Sendable {
    /// Kind of the values of a column.
    package enum Kind: Sendable {
      /// Numbers of 64 bits; NaN if missing.
      case numbers
      /// Counts of 32 bits.
      case counts
      /// Codes of words in 32 bits; 0, the empty word, if missing.
      case words
    }

    /// Name with any characters; stored in the form of `asLinkName`.
    package let name: String
    package let kind: Kind
    /// Texts that describe it, by name.
    package let attributes: [(name: String, text: String)]

    package init(_ name: String, _ kind: Kind, attributes: [(name: String, text: String)] = []) {
      (self.name, self.kind, self.attributes) = (name, kind, attributes)
    }
  }

  /// Description of the whole file.
  package struct Head: Sendable {
    /// Name of the format: `hreval-windows`.
    package let format: String
    package let version: Int
    package let group: String
    /// More texts, by name.
    package let attributes: [(name: String, text: String)]

    package init(
      format: String, version: Int, group: String, attributes: [(name: String, text: String)] = []
    ) {
      (self.format, self.version, self.group, self.attributes) = (format, version, group, attributes)
    }
  }

  /// Rows per chunk; fewer if the file has fewer.
  package static let chunkRows = 16_384
  /// The lowest level; level 4 takes half as long again for 3 in 100 of the bytes.
  private static let gzip = 1

  private enum Buffer {
    case numbers([Double])
    case codes([Int32])
  }

  private let writer: HDF5Writer
  private let head: Head
  private let columns: [Column]
  private var buffers: [Buffer]
  private var words: [WordTable]
  private var buffered = 0
  private var isBegun = false

  /// Writes a file under a temporary name, and renames it when it is complete and on the disk.
  ///
  /// - Parameters:
  ///   - path: the final name.
  ///   - head: the description of the file.
  ///   - columns: the columns in their order.
  ///   - fill: appends the rows.
  package static func write(
    to path: String, _ head: Head, columns: [Column],
    fill: (inout ColumnFile) throws(Diagnostics) -> Void
  ) throws(Diagnostics) {
    let temporary = TemporaryName.of(path)
    do throws(Diagnostics) {
      try make(temporary, head, columns, fill)
      try GrowingFile.place(temporary, as: path)
    } catch {
      TextFile.remove(temporary)
      throw error
    }
  }

  /// Makes the file, which is closed when this returns.
  private static func make(
    _ path: String, _ head: Head, _ columns: [Column],
    _ fill: (inout ColumnFile) throws(Diagnostics) -> Void
  ) throws(Diagnostics) {
    var file = ColumnFile(try HDF5Writer(path), head, columns)
    try fill(&file)
    try file.end()
  }

  private init(_ writer: consuming HDF5Writer, _ head: Head, _ columns: [Column]) {
    self.writer = writer
    self.head = head
    self.columns = columns
    buffers = columns.map { $0.kind == .numbers ? .numbers([]) : .codes([]) }
    words = columns.map { _ in WordTable() }
  }

  // MARK: Rows

  /// Number of rows that may be appended before ``endRows(_:)``; at least one.
  package var availableRows: Int { Self.chunkRows - buffered }

  /// Returns the code of a word of a column.
  package mutating func code(of word: String, in column: Int) -> Int32 { words[column].code(of: word) }

  /// Appends numbers to one column; `nil` marks a missing one.
  package mutating func append(_ count: Int, to column: Int, number: (Int) -> Double?) {
    guard case .numbers(var values) = buffers[column] else { return }
    // Without this the array would be copied.
    buffers[column] = .numbers([])
    for row in 0..<count { values.append(number(row) ?? .nan) }
    buffers[column] = .numbers(values)
  }

  /// Appends counts, or codes of words, to one column.
  package mutating func append(_ count: Int, to column: Int, code: (Int) -> Int32) {
    guard case .codes(var values) = buffers[column] else { return }
    buffers[column] = .codes([])
    for row in 0..<count { values.append(code(row)) }
    buffers[column] = .codes(values)
  }

  /// Ends a number of appended rows in every column.
  package mutating func endRows(_ count: Int) throws(Diagnostics) {
    buffered += count
    if buffered >= Self.chunkRows { try flush() }
  }

  // MARK: Writing

  private func object(_ column: Int) -> String { "/\(head.group)/\(columns[column].name.asLinkName)" }

  /// Writes the head. Only now it is known if one chunk holds all rows.
  private mutating func begin() throws(Diagnostics) {
    isBegun = true
    try writer.attribute("format", head.format, of: "/")
    try writer.attribute("version", Double(head.version), of: "/")
    for attribute in head.attributes { try writer.attribute(attribute.name, attribute.text, of: "/") }
    try writer.orderedGroup("/\(head.group)")
    let chunk = max(1, min(buffered, Self.chunkRows))
    for (index, column) in columns.enumerated() {
      let object = object(index)
      try writer.column(
        as: column.kind == .numbers ? .float64 : .int32, chunk: chunk, gzip: Self.gzip, at: object)
      for attribute in column.attributes { try writer.attribute(attribute.name, attribute.text, of: object) }
    }
  }

  private mutating func flush() throws(Diagnostics) {
    if !isBegun { try begin() }
    for index in columns.indices {
      switch buffers[index] {
      case .numbers(let values):
        try writer.extend(values, to: object(index))
        buffers[index] = .numbers(Self.emptied(values))
      case .codes(let values):
        try writer.extend(values, to: object(index))
        buffers[index] = .codes(Self.emptied(values))
      }
    }
    buffered = 0
  }

  private static func emptied<Value>(_ values: [Value]) -> [Value] {
    var empty: [Value] = []
    empty.reserveCapacity(values.count)
    return empty
  }

  private mutating func end() throws(Diagnostics) {
    try flush()
    try writer.orderedGroup("/words")
    for (index, column) in columns.enumerated() where column.kind == .words {
      try writer.write(texts: words[index].words, to: "/words/\(column.name.asLinkName)")
    }
    try writer.finish()
  }

  /// Words of a column, in the order of their first rows.
  private struct WordTable {
    private(set) var words = [""]
    private var codes: [String: Int32] = ["": 0]

    mutating func code(of word: String) -> Int32 {
      if let code = codes[word] { return code }
      let code = Int32(clamping: words.count)
      words.append(word)
      codes[word] = code
      return code
    }
  }
}

extension String {
  /// Name for a link: `%2F` for `/`, which would make a group, `%00` for NUL, which would end the name, `%25` for
  /// `%`.
  package var asLinkName: String {
    guard utf8.contains(where: { [0, UInt8(ascii: "/"), UInt8(ascii: "%")].contains($0) }) else {
      return self
    }
    return replacing("%", with: "%25").replacing("/", with: "%2F").replacing("\0", with: "%00")
  }
}
