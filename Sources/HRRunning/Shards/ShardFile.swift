internal import HRRecordings
package import HRSupport

/// The finished results of a shard, in a file whose integrity can be checked from the file alone.
///
/// The file holds a magic line; the plan's digest, the shard's number, the number of shards, and the mathematics of
/// the machine; each result with its length and checksum, in the order of the plan; a length of 0; SHA-256 of all
/// bytes before. Its content does not depend on the time, the place or the number of workers, so two copies have the
/// same bytes.
package struct ShardFile: Sendable {
  package let plan: String
  package let shard: Int
  package let shardCount: Int
  package let mathematics: String

  private static let family = "hreval shard "
  private static let magic = Array("\(family)\(FormatVersion.shards)\n".utf8)

  private var head: [UInt8] {
    var writer = ByteWriter()
    writer.write(plan)
    writer.write(shard)
    writer.write(shardCount)
    writer.write(mathematics)
    return Self.magic + writer.bytes
  }

  // MARK: Writing

  /// Writes to a name that no other process uses, waits until it is on the disk and renames. Of several writers of
  /// one shard, who all write the same bytes, the last one's file remains.
  ///
  /// - Parameters:
  ///   - results: of all units of the shard, in the order of the plan.
  ///   - path: the file's final name; its folder exists.
  package func write(_ results: UnitResults, to path: String) throws(Diagnostics) {
    let file = try GrowingFile(
      path, hint: "what was finished is kept: check space and permissions, and run the shard again")
    var digest = ContentDigest()
    func add(_ bytes: [UInt8]) throws(Diagnostics) {
      digest.add(bytes)
      try file.append(bytes)
    }
    try add(head)
    for index in results.indices {
      let bytes = results.bytes(at: index)
      var entry = ByteWriter()
      entry.write(bytes.count)
      entry.write(RunStore.checksum(bytes))
      try add(entry.bytes)
      try add(bytes)
    }
    if let problem = results.problem { throw problem }
    var end = ByteWriter()
    end.write(0)
    try add(end.bytes)
    try file.append(Array(digest.end().utf8))
    try file.finish()
  }

  // MARK: Reading

  /// State of the file with a shard's name.
  package enum Finding: Sendable {
    case whole(ShardFile)
    case missing
    /// Cut off, changed, or no shard at all; the reason is one line.
    case damaged(String)
  }

  /// Reads all of a file, and trusts only what its digest covers. One result at a time is in memory.
  ///
  /// - Parameters:
  ///   - path: path of the file.
  ///   - visit: called with each result, before it is known whether the file is whole; `nil`: none is wanted.
  package static func read(_ path: String, visit: ((UnitAnswer) -> Void)? = nil) -> Finding {
    guard let file = StoreFile(path) else { return TextFile.exists(path) ? .damaged("no file") : .missing }
    guard file.bytes(at: 0, count: min(magic.count, file.size)) ?? [] == magic else {
      let start = file.bytes(at: 0, count: min(family.utf8.count, file.size)) ?? []
      return .damaged(
        start == Array(family.utf8)
          ? "of another version of the format" : "does not begin as a shard does")
    }
    var digest = ContentDigest()
    digest.add(magic)
    var position = magic.count
    func take(_ count: Int) -> [UInt8]? {
      guard let bytes = file.bytes(at: position, count: count) else { return nil }
      position += count
      digest.add(bytes)
      return bytes
    }
    func word() -> Int? {
      guard let bytes = take(8) else { return nil }
      var reader = ByteReader(bytes)
      return try? reader.integer()
    }
    func text() -> String? {
      guard let length = word(), let bytes = take(length) else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }
    let cut = Finding.damaged("ends before its end mark, at byte \(file.size)")
    guard let plan = text(), let shard = word(), let count = word(), let mathematics = text() else {
      return cut
    }
    while true {
      guard let length = word() else { return cut }
      if length == 0 { break }
      guard let sum = take(8), let bytes = take(length) else { return cut }
      var reader = ByteReader(sum)
      guard (try? reader.bits()) == RunStore.checksum(bytes) else {
        return .damaged("the result before byte \(position) is not as it was written")
      }
      guard let visit else { continue }
      guard let answer = try? UnitAnswer(bytes: bytes) else {
        return .damaged("the result before byte \(position) cannot be read")
      }
      visit(answer)
    }
    let expected = Array(digest.end().utf8)
    guard file.bytes(at: position, count: expected.count) == expected else {
      return .damaged("its digest is not that of its bytes")
    }
    guard position + expected.count == file.size else { return .damaged("goes on after its end mark") }
    return .whole(ShardFile(plan: plan, shard: shard, shardCount: count, mathematics: mathematics))
  }
}
