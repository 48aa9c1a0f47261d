internal import HRSupport
internal import HRRecordings

/// All that the results of a run depend on, part by part, so that a resumed run can name what has changed.
///
/// It holds no path of the machine: the same experiment from another working directory, or by an absolute path, has
/// the same fingerprint.
package struct RunFingerprint: Codable, Equatable, Sendable {
  package struct Part: Codable, Equatable, Sendable {
    /// Name of the part for the experiment's author: `the descriptor study/dataset.json`.
    let name: String
    /// Property of the part that the value holds; `nil`: its content.
    var aspect: String?
    let value: String
  }

  /// The experiment after overrides, as JSON.
  let experiment: String
  /// Parts: descriptors, tables, noise, recorded output and the program by digest; recordings by size and time.
  let parts: [Part]
  /// Mark of each recording, which changes with every change of its files, even one that leaves size and time as they
  /// were. Copies have other marks, so equal marks show that a file is the same, but different ones do not show that
  /// it is not.
  package private(set) var recordingMarks: [String] = []
}

extension RunFingerprint {
  // MARK: As text

  package var text: String {
    // Texts only: they can always be written.
    return (try? JSONEncoder.sorted.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// - Returns: `nil` for a text that is no fingerprint.
  package init?(text: String) {
    guard let read = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
    self = read
  }

  /// The same without the marks of recordings.
  var withoutMarks: RunFingerprint {
    var plain = self
    plain.recordingMarks = []
    return plain
  }

  // MARK: What differs

  /// Returns the parts that differ, in the order of the experiment; empty for equal fingerprints.
  ///
  /// - Parameters:
  ///   - earlier: the fingerprint to compare with.
  ///   - areCopies: whether recordings may be copies: their sizes count, and the time of their last change does not.
  package func differences(from earlier: RunFingerprint, areCopies: Bool = false) -> [String] {
    var names = experimentDifferences(from: earlier)
    var before = earlier.parts
    for part in parts {
      guard let index = before.firstIndex(where: { $0.name == part.name }) else {
        names.append("\(part.name) (only in this run)")
        continue
      }
      let isSame =
        areCopies && part.aspect != nil
        ? FileMark.sizes(in: before[index].value) == FileMark.sizes(in: part.value)
        : before[index].value == part.value
      if !isSame {
        names.append(part.name + (part.aspect.map { areCopies ? " (size)" : " (\($0))" } ?? ""))
      }
      before.remove(at: index)
    }
    return names + before.map { "\($0.name) (only in the earlier run)" }
  }

  private func experimentDifferences(from earlier: RunFingerprint) -> [String] {
    guard experiment != earlier.experiment else { return [] }
    guard let old = try? JSONDocument(earlier.experiment, file: "then"),
      let new = try? JSONDocument(experiment, file: "now")
    else { return ["the experiment"] }
    let places = new.root.differences(from: old.root)
    return places.isEmpty
      ? ["the experiment"] : ["the experiment (\(places.firstFew))"]
  }
}

extension JSONEncoder {
  /// An encoder that gives equal values the same text: its keys are sorted.
  static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}

extension JSONNode {
  /// Returns the paths of the members that differ from another node, as deep as both go:
  /// `detectors[0].parameters.lowCutoffHz`.
  fileprivate func differences(from other: JSONNode) -> [String] {
    if let mine = members, let theirs = other.members {
      let added = mine.filter { other[$0.key] == nil }.map(\.value.shownPath)
      let gone = theirs.filter { self[$0.key] == nil }.map(\.value.shownPath)
      let changed = mine.flatMap { member in
        other[member.key].map { member.value.differences(from: $0) } ?? []
      }
      let isReordered =
        added.isEmpty && gone.isEmpty && changed.isEmpty && mine.map(\.key) != theirs.map(\.key)
      return changed + added + gone + (isReordered ? ["the order in \(shownPath)"] : [])
    }
    if let mine = elements, let theirs = other.elements, mine.count == theirs.count {
      return zip(mine, theirs).flatMap { $0.differences(from: $1) }
    }
    return JSONText(self) == JSONText(other) ? [] : [shownPath]
  }

  private var shownPath: String { path.hasPrefix("$.") ? String(path.dropFirst(2)) : path }
}

/// A file as the system describes it without reading it.
package struct FileMark: Equatable, Sendable {
  package let sizeAndTime: String
  /// Changes if a file is written to, or another takes its name; not if only its names or rights change.
  package let version: String
  /// Changes with every change of the file, and if another file takes its place.
  package let identity: String

  package var isMissing: Bool { version == "missing" }

  /// Creates the mark of a file. One that cannot be found has the word `missing` in all three.
  package init(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      (sizeAndTime, version, identity) = ("missing", "missing", "missing")
      return
    }
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    sizeAndTime = "\(status.st_size) \(modified.tv_sec).\(modified.tv_nsec)"
    version = "\(sizeAndTime) \(status.st_ino)"
    identity = "\(sizeAndTime) \(changed.tv_sec).\(changed.tv_nsec) \(status.st_ino) \(status.st_dev)"
  }

  /// Returns the size of a file in bytes; `nil` for a file that cannot be found.
  package static func bytes(of path: String) -> Double? {
    var status = stat()
    return stat(path, &status) == 0 ? Double(status.st_size) : nil
  }

  /// Returns the sizes in texts of ``sizeAndTime`` that are joined by semicolons.
  fileprivate static func sizes(in text: String) -> [Substring] {
    text.split(separator: ";").compactMap { $0.split(separator: " ").first }
  }

  /// Returns the SHA-256 of a file, or the word that says why there is none.
  package static func digest(of path: String) -> String {
    guard TextFile.exists(path) else { return "missing" }
    return (try? ContentHash.digest(ofFile: path)) ?? "unreadable"
  }
}
