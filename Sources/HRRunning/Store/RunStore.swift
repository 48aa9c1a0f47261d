package import HRSupport
internal import Synchronization

/// Finished units of a run, appended as they arrive, so that nothing computed is lost.
///
/// The file starts with a magic line and the run's fingerprint; each entry is a length, a checksum and a result's
/// bytes. A torn last entry (the machine died while it was written) is cut off when the file is opened again.
package final class RunStore: Sendable {
  /// Beginning of the stores of every version.
  package static let family = "hreval units "
  private static let magic = Array("\(family)\(FormatVersion.store)\n".utf8)

  private let descriptor: Int32
  private let path: String
  private let arrived: Mutex<(end: Int, results: ArrivingResults)>

  /// Starts an empty store, replacing what was there.
  ///
  /// It gets its name once its head is complete: without a head a run could neither be resumed nor begin anew.
  package init(creating path: String, fingerprint: String, plan: RunPlan) throws(Diagnostics) {
    self.path = path
    var writer = ByteWriter()
    writer.write(fingerprint)
    writer.write(try Self.encoded(plan))
    let head = Self.magic + writer.bytes
    descriptor = try Self.begun(path, with: head)
    arrived = Mutex((head.count, ArrivingResults(in: path)))
  }

  /// Writes the head of a new store.
  ///
  /// - Returns: a descriptor of the store.
  private static func begun(_ path: String, with head: [UInt8]) throws(Diagnostics) -> Int32 {
    let temporary = TemporaryName.of(path)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure("cannot write the run's store", path) }
    do throws(Diagnostics) {
      try write(head, to: descriptor, path)
      guard rename(temporary, path) == 0 else {
        throw failure("cannot put the run's store in place: \(lastSystemError())", path)
      }
      return descriptor
    } catch {
      close(descriptor)
      TextFile.remove(temporary)
      throw error
    }
  }

  /// Resumes a store after its last complete entry.
  package init(resuming path: String, after content: Content) throws(Diagnostics) {
    self.path = path
    arrived = Mutex((content.validBytes, content.arrived))
    descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure("cannot write the run's store", path) }
    guard ftruncate(descriptor, off_t(content.validBytes)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
      throw Self.failure("cannot go on writing the run's store", path)
    }
  }

  deinit {
    close(descriptor)
  }

  /// Appends a result. Calls come one after the other: a caller with several threads has to serialise them.
  package func append(_ answer: UnitAnswer) throws(Diagnostics) {
    let bytes = answer.bytes
    let sum = Self.checksum(bytes)
    var writer = ByteWriter()
    writer.write(bytes.count)
    writer.write(sum)
    try Self.write(writer.bytes + bytes, to: descriptor, path)
    try confirmPlace()
    arrived.withLock { arrived in
      arrived.results.add(
        answer.result,
        at: StoredUnit(
          unit: answer.result.unit, position: arrived.end + Self.entryHead, length: bytes.count,
          checksum: sum,
          size: UnitSize(answer.result)))
      arrived.end += Self.entryHead + bytes.count
    }
  }

  /// Bytes before a result: its length and its checksum.
  private static let entryHead = 16

  /// Results that it holds so far.
  package var results: UnitResults { arrived.withLock { $0.results.results } }

  /// Throws if the file no longer has its name: what is written to it would be lost.
  private func confirmPlace() throws(Diagnostics) {
    var mine = stat()
    var there = stat()
    guard fstat(descriptor, &mine) == 0, stat(path, &there) == 0, mine.st_dev == there.st_dev,
      mine.st_ino == there.st_ino
    else {
      throw Diagnostics(
        "the run's folder was removed or replaced while it ran", in: path,
        hint: "what was finished went with it: run the experiment again")
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(Diagnostics) {
    guard bytes.withUnsafeBytes({ Descriptor.write($0, to: descriptor) }) else {
      throw failure("cannot write the run's store: \(lastSystemError())", path)
    }
  }

  private static func failure(_ message: String, _ path: String) -> Diagnostics {
    Diagnostics(message, in: path, hint: "what was finished is kept; free some space and go on with --resume")
  }

  private static func encoded(_ plan: RunPlan) throws(Diagnostics) -> String {
    do {
      return String(decoding: try JSONEncoder.sorted.encode(plan), as: UTF8.self)
    } catch {
      throw Diagnostics("the plan of the run cannot be written: a number in it is not finite")
    }
  }

  /// Returns the problem of a store of another version; `nil` if the bytes are no store of any version.
  private static func otherVersion(of bytes: [UInt8], _ path: String) -> Diagnostics? {
    guard bytes.starts(with: family.utf8) else { return nil }
    let digits = bytes.dropFirst(family.utf8.count).prefix(10).prefix { $0 != UInt8(ascii: "\n") }
    let text = String(decoding: digits, as: UTF8.self)
    guard let version = Int(text, radix: 10) else { return nil }
    return Diagnostics(
      "the stored run is of version \(version); this hreval reads version \(FormatVersion.store)",
      in: path,
      hint:
        "run the experiment again, or use the hreval that wrote it; `hreval history` still reads its results.json"
    )
  }

  /// Returns FNV-1a over 64-bit words, and over the single bytes at the end. It guards against torn writes, not
  /// against malice.
  static func checksum(_ bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBytes { buffer in
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      var index = 0
      while index + 8 <= buffer.count {
        hash =
          (hash ^ UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
          &* 0x100_0000_01b3
        index += 8
      }
      while index < buffer.count {
        hash = (hash ^ UInt64(clamping: buffer[index])) &* 0x100_0000_01b3
        index += 1
      }
      return hash
    }
  }

  /// Content of a store.
  package struct Content: Sendable {
    package let fingerprint: String
    package let plan: RunPlan
    fileprivate let arrived: ArrivingResults
    fileprivate let validBytes: Int
    /// True if every byte is as it was written, as far as can be told; a torn end is no damage.
    package let isWhole: Bool

    /// Results in the order of the plan.
    package var results: UnitResults { arrived.results }
  }

  /// Reads a store up to the first place that is not as it was written. A torn end is left out.
  ///
  /// - Parameters:
  ///   - path: path of the file.
  ///   - most: bytes of results up to which they stay in memory.
  /// - Throws: when the file cannot be read or is no store.
  package static func read(
    _ path: String, keeping most: Int = ArrivingResults.mostBytesInMemory
  ) throws(Diagnostics) -> Content {
    try read(path, expecting: nil, keeping: most)
  }

  /// Reads every intact result of a store, also behind a damaged place.
  ///
  /// - Parameters:
  ///   - path: path of the file.
  ///   - plan: the store's plan; the file's own need not be readable.
  /// - Throws: when the file cannot be read, is no store, or begins with bytes that cannot be decoded.
  package static func salvage(_ path: String, of plan: RunPlan) throws(Diagnostics) -> Content {
    try read(path, expecting: plan, keeping: ArrivingResults.mostBytesInMemory)
  }

  private static func read(
    _ path: String, expecting expected: RunPlan?, keeping most: Int
  ) throws(Diagnostics) -> Content {
    guard let file = StoreFile(path) else {
      throw Diagnostics("there is no stored run here", in: path, hint: "name the folder a run has written")
    }
    let beginning = file.bytes(at: 0, count: min(64, file.size)) ?? []
    guard beginning.starts(with: magic) else {
      throw otherVersion(of: beginning, path)
        ?? Diagnostics("this is not the store of a run", in: path, hint: "run the experiment again")
    }
    var position = magic.count
    func block() -> [UInt8]? {
      guard let length = file.integer(at: position), let bytes = file.bytes(at: position + 8, count: length)
      else { return nil }
      position += 8 + length
      return bytes
    }
    let fingerprint = block()
    let plansPlace = position
    let text = block()
    let written = text.flatMap { try? JSONDecoder().decode(RunPlan.self, from: Data($0)) }
    var awaited = expected
    // Only the store's own plan knows that: a merge writes it.
    awaited?.mixedMathematics = written?.mixedMathematics
    guard let fingerprint, let text, let plan = awaited ?? written, var units = StoredUnits(of: plan) else {
      throw Diagnostics(
        "the store of the run is damaged where it begins, so nothing in it can be used", in: path,
        hint: "run the experiment again")
    }
    var arrived = ArrivingResults(in: path, most: most)
    var isWhole = true
    if expected != nil { isWhole = Array(try encoded(plan).utf8) == text }
    // A damaged plan may state another length than its own.
    if !isWhole { position = plansPlace + 8 }
    var end = position
    while true {
      guard let length = file.integer(at: position), length > 0, let sum = file.bits(at: position + 8),
        let body = file.bytes(at: position + entryHead, count: length), checksum(body) == sum,
        let result = try? UnitResult(bytes: body), units.admits(result)
      else {
        guard expected != nil, let next = file.entry(after: position, units: plan.units.count) else { break }
        position = next
        continue
      }
      arrived.add(
        result,
        at: StoredUnit(
          unit: result.unit, position: position + entryHead, length: length, checksum: sum,
          size: UnitSize(result)))
      if position != end { isWhole = false }
      position += entryHead + length
      end = position
    }
    return Content(
      fingerprint: String(decoding: fingerprint, as: UTF8.self), plan: plan, arrived: arrived,
      validBytes: end, isWhole: isWhole)
  }
}
