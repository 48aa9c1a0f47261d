package import HRSupport
internal import HRRecordings

/// The path of recorded output as written, with placeholders such as `{recording}`.
package struct RecordedPath: Equatable, Sendable {
  /// Placeholders.
  package enum Part: String, CaseIterable, Sendable {
    case recording, subject, dataset, scenario, `repeat`

    var placeholder: String { "{\(rawValue)}" }
  }

  private enum Piece: Equatable, Sendable {
    case text(String)
    case part(Part)
  }

  /// Reason why a text is no such path.
  enum Fault: Error, Equatable {
    case unknown(String)
    case unclosed
  }

  /// As written.
  package let text: String
  private let pieces: [Piece]

  init(_ text: String) throws(Fault) {
    var pieces: [Piece] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}") else { throw .unclosed }
      let name = String(rest[rest.index(after: open)..<close])
      guard let part = Part(rawValue: name) else { throw .unknown(name) }
      if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
      pieces.append(.part(part))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    self.text = text
    self.pieces = pieces
  }

  /// True if the file is read as a table, which marks no reading as stable and has no strict value.
  var isTable: Bool { RecordedText.isTable(text) }

  package func names(_ part: Part) -> Bool { pieces.contains(.part(part)) }

  /// Returns the path with every part filled in; see ``safe(_:)``.
  func filled(_ value: (Part) -> String) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .part(let part): Self.safe(value(part))
      }
    }.joined()
  }

  /// Returns a name as one component of a path; different names give different components.
  ///
  /// `/`, `%`, control characters and a dot at the start become `%` and two hexadecimal digits, as in a web
  /// address. Everything else stays unchanged.
  static func safe(_ name: String) -> String {
    var safe = ""
    for scalar in name.unicodeScalars {
      let isSpecial =
        scalar == "/" || scalar == "%" || scalar.value < 0x20 || scalar.value == 0x7F
        || (scalar == "." && safe.isEmpty)
      guard isSpecial else {
        safe.unicodeScalars.append(scalar)
        continue
      }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      safe += "%" + (digits.count < 2 ? "0" : "") + digits
    }
    return safe
  }

  /// Returns the path with these parts as folders before its last component, as a suggestion to the author.
  func adding(_ parts: [Part]) -> String {
    let folders = parts.map { $0.placeholder + "/" }.joined()
    guard let slash = text.lastIndex(of: "/") else { return folders + text }
    return text[...slash] + folders + text[text.index(after: slash)...]
  }

  /// Returns the path without the folders of the machine on which it was written. If it is absolute: its part below
  /// the experiment's folder, else the last folder before the first `{…}` and the rest.
  ///
  /// - Parameter directory: the experiment's folder, absolute.
  func noted(in directory: String) -> String {
    guard text.hasPrefix("/") else { return text }
    if text.hasPrefix(directory + "/") { return String(text.dropFirst(directory.count + 1)) }
    let components = text.split(separator: "/")
    let first = components.firstIndex { $0.contains("{") } ?? components.count - 1
    return components[max(0, first - 1)...].joined(separator: "/")
  }
}

/// One file of recorded output.
package struct RecordedFile: Equatable, Sendable {
  package let path: String
  /// Folder to which paths in messages are relative.
  package let folder: String
  /// Digest of the manifest with which it is checked; `nil`: none.
  package var manifestSHA256: String?
  /// Reason why, by that manifest, it cannot be of the run's samples; `nil` if it can.
  package var refusal: String?

  /// Key that is equal for files with the same content for a run.
  package var key: String { [path, manifestSHA256, refusal].compactMap(\.self).joined(separator: "\n") }

  /// Returns the reason why it cannot be used, as a table states it.
  package func reason(_ problems: Diagnostics) -> String {
    problems.first.summary(within: folder)
  }
}

/// Recorded output of another program, estimates or a wave, with the file for each recording in each scenario.
package struct RecordedSource: Sendable {
  /// Values for the parts of the path that depend on the recording.
  struct Names: Equatable, Sendable {
    let recording: String
    let subject: String
    let dataset: String
  }

  package let path: RecordedPath
  /// The path as a run's plan notes it.
  let notedPath: String
  /// ``ContentHash/joint(_:)`` of the files, with a word in place of a missing file's digest; `nil` if none was
  /// read.
  private(set) var sha256: String?
  /// Manifest of the samples that it is of; `nil` if there is none.
  package var manifest: RecordedManifest?
  private let directory: String
  let recordings: [Names]

  /// - Parameters:
  ///   - directory: the folder that relative paths start from.
  ///   - recordings: in the order of the experiment.
  init(_ path: RecordedPath, in directory: String, recordings: [Names]) {
    self.path = path
    self.directory = directory
    self.recordings = recordings
    notedPath = path.noted(in: TextFile.absolute(directory))
  }

  /// - Parameter repetition: counted from 0; in the path from 1, as in everything that people see.
  package func file(recording: Int, scenario: String, repetition: Int) -> String {
    let names = recordings[recording]
    return TextFile.resolve(
      path.filled { part in
        switch part {
        case .recording: names.recording
        case .subject: names.subject
        case .dataset: names.dataset
        case .scenario: scenario
        case .repeat: String(repetition + 1)
        }
      }, in: directory)
  }

  /// Returns every file that a run may need, each once, in the order of the units.
  package func files(in scenarios: [ScenarioPlan]) -> [String] {
    recordings.indices.flatMap { recording in
      scenarios.flatMap { scenario in
        (0..<(path.names(.repeat) ? scenario.repeats : 1)).map {
          file(recording: recording, scenario: scenario.label, repetition: $0)
        }
      }
    }.distinct
  }

  /// The source with the digest of its files.
  func digested(in scenarios: [ScenarioPlan]) -> RecordedSource {
    var source = self
    source.sha256 = ContentHash.joint(files(in: scenarios).map(FileMark.digest))
    source.manifest = manifest?.digested()
    return source
  }

  /// Two different inputs that would share one file.
  struct Clash: Equatable {
    let first: String
    let second: String
    /// Parts that the path must name to distinguish them; empty if it names all of them.
    let lacking: [RecordedPath.Part]
  }

  /// One unit's input as far as files must differ for it.
  private struct Subject: Equatable {
    /// Index of the recording or, if the path names only the subject, that of the subject's first.
    let recording: Int
    /// Empty if the signals are as recorded, whatever the scenario's label.
    let scenario: String
    let repetition: Int
  }

  /// Returns the first clash: recordings, or trials with other noise, that share a file. Capitals do not
  /// distinguish scenarios, since some disks ignore them.
  func clash(in scenarios: [ScenarioPlan]) -> Clash? {
    // A path that omits the scenario is reported by another check.
    let scenarios = scenarios.filter { !$0.changesSignals || path.names(.scenario) }
    var owners: [String: Subject] = [:]
    for recording in recordings.indices {
      let owner = path.names(.subject) && !path.names(.recording) ? first(like: recording) : recording
      for scenario in scenarios {
        let isDamaged = scenario.changesSignals
        for repetition in 0..<(path.names(.repeat) ? scenario.repeats : 1) {
          let key = file(recording: recording, scenario: scenario.label.lowercased(), repetition: repetition)
          let subject = Subject(
            recording: owner, scenario: isDamaged ? scenario.label : "",
            repetition: isDamaged ? repetition : 0)
          guard let other = owners.updateValue(subject, forKey: key), other != subject else { continue }
          return clash(other, subject)
        }
      }
    }
    return nil
  }

  /// The first recording of the same subject.
  private func first(like recording: Int) -> Int {
    let mine = recordings[recording]
    return recordings.firstIndex { $0.subject == mine.subject && $0.dataset == mine.dataset } ?? recording
  }

  private func clash(_ a: Subject, _ b: Subject) -> Clash {
    let (first, second) = (recordings[a.recording], recordings[b.recording])
    func text(_ subject: Subject, _ names: Names) -> String {
      "\(names.dataset)/\(names.recording)"
        + (a.scenario == b.scenario
          ? "" : " in \(subject.scenario.isEmpty ? "an undamaged scenario" : "\"\(subject.scenario)\"")")
        + (a.repetition == b.repetition ? "" : ", repeat \(subject.repetition + 1)")
    }
    var lacking: [RecordedPath.Part] = []
    if first.dataset != second.dataset { lacking.append(.dataset) }
    if a.recording != b.recording, first.recording != second.recording { lacking.append(.recording) }
    return Clash(
      first: text(a, first), second: text(b, second), lacking: lacking.filter { !path.names($0) })
  }
}
