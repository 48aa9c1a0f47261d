package import HRSupport

/// Brings the files of a data set, as its descriptor says (`fetch`), into a folder.
///
/// A file gets its name when all its bytes are those of the recipe; until then it lies beside it as `.NAME.part`, where
/// another attempt goes on. Files that are there already are held against the recipe and never replaced.
package struct DatasetFetch {
  /// Place that files are taken from.
  package enum Source: Equatable, Sendable {
    /// The addresses of the recipe.
    case recipe
    /// A folder laid out as `$HREVAL_DATA`: `<folder>/<path>`.
    case folder(String)
    /// An address below which files are laid out so.
    case address(String)

    /// - Parameter text: as `--from` takes it.
    package init(_ text: String) {
      let isAddress = ["https://", "http://"].contains { text.lowercased().hasPrefix($0) }
      self = isAddress ? .address(text) : .folder(text)
    }
  }

  /// State of a file of the recipe.
  package enum State: Equatable, Sendable {
    case whole, missing
    /// The file has other bytes than the recipe says.
    case other(String)
  }

  /// Numbers of files and bytes that were brought, and of files that were there.
  package struct Outcome: Equatable, Sendable {
    package var brought = 0
    package var bytes = 0
    package var kept = 0
  }

  private let descriptor: DatasetDescriptor
  /// Root of the data set.
  private let folder: String
  private let source: Source
  private let patience: Int

  /// - Parameters:
  ///   - descriptor: has the recipe.
  ///   - folder: root of the data set, made if it is not there.
  ///   - source: place that files are taken from.
  ///   - patience: seconds of silence of a server that are borne.
  package init(
    _ descriptor: DatasetDescriptor, into folder: String, from source: Source = .recipe, patience: Int = 30
  ) {
    self.descriptor = descriptor
    self.folder = folder
    self.source = source
    self.patience = patience
  }

  /// Size of all files of the recipe in bytes; `nil` where it is not stated of each.
  package static func bytes(of descriptor: DatasetDescriptor) -> Int? {
    descriptor.fetch.reduce(0) { sum, item in sum.flatMap { sum in item.bytes.map { sum + $0 } } }
  }

  /// Returns the state of each file of the recipe.
  package func states() -> [(path: String, state: State)] {
    descriptor.fetch.map { ($0.path, state(of: $0)) }
  }

  private func state(of item: DatasetDescriptor.FetchItem) -> State {
    let path = "\(folder)/\(item.path)"
    guard TextFile.exists(path) else { return .missing }
    let size = Transfer.size(of: path)
    if let bytes = item.bytes, size != bytes { return .other("\(size) bytes, expected \(bytes)") }
    guard let digest = try? ContentHash.digest(ofFile: path) else { return .other("cannot be read") }
    return digest == item.sha256
      ? .whole : .other("SHA-256 \(digest.prefix(12))…, expected \(item.sha256.prefix(12))…")
  }

  /// Brings what is missing.
  ///
  /// - Parameter progress: called with a file's path, how much of it is there, and its size.
  /// - Throws: all problems; what was brought stays.
  package func perform(progress: (_ path: String, _ there: Int, _ bytes: Int) -> Void) throws(Diagnostics)
    -> Outcome
  {
    guard !descriptor.fetch.isEmpty else {
      throw Diagnostics(
        "the descriptor of \"\(descriptor.name)\" does not say where its files are published",
        hint: descriptor.homePage.map { "see \($0.printable)" })
    }
    try TextFile.makeDirectory(folder)
    let found = states()
    try confirmSpace(for: zip(descriptor.fetch, found).filter { $1.state == .missing }.map(\.0))
    var outcome = Outcome()
    var problems: [Diagnostic] = []
    var isReachable = true
    for (item, found) in zip(descriptor.fetch, found) {
      switch found.state {
      case .whole: outcome.kept += 1
      case .other(let reason):
        problems.add(
          "the file is not that of the recipe: \(reason)", in: "\(folder)/\(item.path)",
          hint: "hreval replaces no file; remove it, then fetch again")
      // Without a network the other files would only say the same.
      case .missing where isReachable:
        do throws(Diagnostics) {
          try bring(item, &isReachable) { progress(item.path, $0, item.bytes ?? 0) }
          outcome.brought += 1
          outcome.bytes += Transfer.size(of: "\(folder)/\(item.path)")
        } catch {
          problems += error.list
        }
      case .missing: break
      }
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    return outcome
  }

  private func confirmSpace(for items: [DatasetDescriptor.FetchItem]) throws(Diagnostics) {
    let needed = items.reduce(0) { $0 + ($1.bytes ?? 0) }
    var facts = statvfs()
    guard statvfs(folder, &facts) == 0 else { return }
    let free = Double(facts.f_bavail) * Double(facts.f_frsize)
    guard Double(needed) > free else { return }
    throw Diagnostics(
      "\(needed) bytes are to be brought, and \(Int(saturating: free)) are free", in: folder,
      hint: "HREVAL_DATA names another folder")
  }

  /// - Parameter isReachable: becomes false if there is no network.
  private func bring(
    _ item: DatasetDescriptor.FetchItem, _ isReachable: inout Bool, progress: (Int) -> Void
  ) throws(Diagnostics) {
    let target = "\(folder)/\(item.path)"
    let parent = TextFile.directory(of: target)
    try TextFile.makeDirectory(parent)
    guard let root = TextFile.withoutLinks(folder), let real = TextFile.withoutLinks(parent),
      TextFile.isBelow(real, root)
    else {
      throw Diagnostics("a link leads out of the data set's folder, so nothing is written there", in: parent)
    }
    let part = part(of: item)
    // Two attempts at once would mix their bytes.
    let lock = open(part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard lock >= 0 else {
      throw Diagnostics(
        "cannot write: \(lastSystemError())", in: parent, hint: "HREVAL_DATA names another folder")
    }
    defer { close(lock) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      throw Diagnostics("another process fetches this file", in: target, hint: "wait for it")
    }
    let size = Transfer.size(of: part)
    if let bytes = item.bytes, size > bytes { ftruncate(lock, 0) }
    if item.bytes == nil || size != item.bytes {
      switch source {
      case .folder(let mirror): try copy("\(mirror)/\(descriptor.folder)/\(item.path)", to: lock, item)
      case .recipe: try download(item.url, item, part, lock, &isReachable, progress)
      case .address(let mirror):
        let address = URL(string: mirror)?.appending(path: "\(descriptor.folder)/\(item.path)").absoluteString
        try download(address ?? mirror, item, part, lock, &isReachable, progress)
      }
    }
    let problem: String?
    if let bytes = item.bytes, Transfer.size(of: part) != bytes {
      problem = "\(Transfer.size(of: part)) bytes came, and the recipe says \(bytes)"
    } else {
      let digest = try ContentHash.digest(ofFile: part)
      problem = digest == item.sha256 ? nil : "other bytes came than the recipe's: SHA-256 \(digest)"
    }
    if let problem {
      unlink(part)
      throw Diagnostics(problem, in: target, hint: "what came is thrown away; \(Transfer.otherWays)")
    }
    guard fsync(lock) == 0, rename(part, target) == 0 else {
      throw Diagnostics("cannot put the file in place: \(lastSystemError())", in: target)
    }
  }

  private func copy(_ path: String, to target: Int32, _ item: DatasetDescriptor.FetchItem) throws(Diagnostics)
  {
    guard let file = try? OpenFile(path) else {
      removeIfEmpty(part(of: item))
      throw Diagnostics(
        "the mirror has no such file", in: path, hint: "it is laid out as HREVAL_DATA: <data set>/<path>")
    }
    guard ftruncate(target, 0) == 0, lseek(target, 0, SEEK_SET) == 0 else {
      throw Diagnostics("cannot write: \(lastSystemError())", in: "\(folder)/\(item.path)")
    }
    while true {
      guard let piece = try? file.read(1 << 20) else {
        throw Diagnostics("the file cannot be read", in: path)
      }
      if piece.isEmpty { return }
      guard piece.withUnsafeBytes({ Descriptor.write($0, to: target) }) else {
        let reason = lastSystemError()
        ftruncate(target, 0)
        throw Diagnostics(
          "cannot write: \(reason)", in: "\(folder)/\(item.path)", hint: "check free space and permissions")
      }
    }
  }

  /// Returns the name of a file until it is whole; another recipe's file has another one.
  private func part(of item: DatasetDescriptor.FetchItem) -> String {
    let target = "\(folder)/\(item.path)"
    let parent = TextFile.directory(of: target)
    return "\(parent)/.\(target.dropFirst(parent.count + 1)).\(item.sha256.prefix(8)).part"
  }

  private func removeIfEmpty(_ part: String) {
    if Transfer.size(of: part) == 0 { unlink(part) }
  }

  /// Number of attempts that go on where the one before ended.
  private static let mostAttempts = 3

  private func download(
    _ address: String, _ item: DatasetDescriptor.FetchItem, _ part: String, _ lock: Int32,
    _ isReachable: inout Bool, _ progress: (Int) -> Void
  ) throws(Diagnostics) {
    func refuse(_ failure: Transfer.Failure) -> Diagnostics {
      removeIfEmpty(part)
      return Diagnostics("\(failure.message)", in: address, hint: failure.hint)
    }
    guard ["https://", "http://"].contains(where: { address.lowercased().hasPrefix($0) }) else {
      throw refuse(
        .init(kind: .refused, message: "only https and http are fetched", hint: Transfer.otherWays))
    }
    guard let curl = SearchPath.find("curl") else {
      throw refuse(
        .init(
          kind: .refused, message: "there is no curl here, which fetches files",
          hint: "on Debian and Ubuntu: apt install curl; \(Transfer.otherWays)"))
    }
    let transfer = Transfer(program: curl, patience: patience)
    var (attempts, mayBegin) = (1, true)
    while true {
      do throws(Transfer.Failure) {
        try transfer.append(from: address, to: part, bytes: item.bytes ?? Self.mostBytes, progress: progress)
        return
      } catch {
        // All of it came, whatever the server had promised: its digest decides.
        if error.kind == .brokenOff, let bytes = item.bytes, Transfer.size(of: part) == bytes { return }
        switch error.kind {
        case .brokenOff where attempts < Self.mostAttempts: attempts += 1
        case .noResuming where mayBegin:
          mayBegin = false
          ftruncate(lock, 0)
        default:
          isReachable = error.kind != .noNetwork
          if error.kind == .refused { ftruncate(lock, 0) }
          throw refuse(error)
        }
      }
    }
  }

  /// Size of a file whose recipe states none, at most: 4 GB.
  private static let mostBytes = 4_000_000_000
}

/// Returns a size as people say it: `0.9 MB` of 10⁶ bytes.
package func shownMegabytes(_ bytes: Int) -> String {
  let tenths = (bytes + 50_000) / 100_000
  return bytes > 0 && tenths == 0 ? "below 0.1 MB" : "\(tenths / 10).\(tenths % 10) MB"
}
