internal import HRResults
internal import HRSystem
package import HRDiagnostics
internal import HRRecordings

/// The path of recorded output as written, with `{recording}` and the like still in it.
package struct RecordedPath: Equatable, Sendable {
  /// What can be filled in.
  package enum Part: String, CaseIterable, Sendable {
    case recording, subject, dataset, scenario, `repeat`

    var placeholder: String { "{\(rawValue)}" }
  }

  private enum Piece: Equatable, Sendable {
    case text(String)
    case part(Part)
  }

  /// Why a text is no such path.
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

  /// Whether the file is read as CSV, which marks no reading as stable and has no strict value.
  var isCSV: Bool { text.lowercased().hasSuffix(".csv") }

  package func names(_ part: Part) -> Bool { pieces.contains(.part(part)) }

  /// The path with every part filled in; see ``safe(_:)``.
  func filled(_ value: (Part) -> String) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .part(let part): Self.safe(value(part))
      }
    }.joined()
  }

  /// A name as one part of a path: it stays in its place, and different names stay different.
  ///
  /// `/`, `%`, control characters and a dot at the start become `%` and two hexadecimal digits, as in a web address;
  /// everything else stays as it is.
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

  /// The path with these parts as folders before its last part: what an author could write instead.
  func adding(_ parts: [Part]) -> String {
    let folders = parts.map { $0.placeholder + "/" }.joined()
    guard let slash = text.lastIndex(of: "/") else { return folders + text }
    return text[...slash] + folders + text[text.index(after: slash)...]
  }

  /// The path without the folders of the machine it was written on: of an absolute one, what lies below the
  /// experiment's folder, else the last folder before the first `{…}` and what follows.
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
  /// Failures tell the path as it is seen from there.
  package let folder: String
  /// Of the manifest that it is held against; `nil`: none.
  package let manifestSHA256: String?
  /// Why it cannot be of the run's samples, by that manifest; `nil` where it can.
  package let refusal: String?

  package init(path: String, folder: String, manifestSHA256: String? = nil, refusal: String? = nil) {
    self.path = path
    self.folder = folder
    self.manifestSHA256 = manifestSHA256
    self.refusal = refusal
  }

  /// Equal for files that give the same.
  package var key: String { [path, manifestSHA256, refusal].compactMap(\.self).joined(separator: "\n") }

  /// Why it cannot be used, as a row says it.
  package func reason(_ problems: Diagnostics) -> String {
    problems.first.summary(within: folder)
  }
}

/// Recorded output of another program, estimates or a wave: which file holds what it made of a recording in a scenario.
package struct RecordedSource: Sendable {
  /// What a recording's parts of the path are filled with.
  struct Names: Equatable, Sendable {
    let recording: String
    let subject: String
    let dataset: String
  }

  package let path: RecordedPath
  /// The path as a run's plan notes it.
  let notedPath: String
  /// ``ContentHash/joint(_:)`` of the files, where a word stands for one that is missing; `nil` where none was read.
  private(set) var sha256: String?
  /// What says which samples it is of; `nil`: nothing does.
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

  /// - Parameter repetition: counted from 0; written from 1 on, as everywhere that people see it.
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

  /// Every file that a run may ask for, each once, in the order of the work.
  package func files(in scenarios: [ScenarioPlan]) -> [String] {
    var seen: Set<String> = []
    var files: [String] = []
    for recording in recordings.indices {
      for scenario in scenarios {
        for repetition in 0..<(path.names(.repeat) ? scenario.repeats : 1) {
          let file = file(recording: recording, scenario: scenario.label, repetition: repetition)
          if seen.insert(file).inserted { files.append(file) }
        }
      }
    }
    return files
  }

  /// The source with the digest of its files.
  func digested(in scenarios: [ScenarioPlan]) -> RecordedSource {
    var source = self
    source.sha256 = ContentHash.joint(files(in: scenarios).map(FileMark.digest))
    source.manifest = manifest?.digested()
    return source
  }

  /// Two things that one file would stand for although they are not the same.
  struct Clash: Equatable {
    let first: String
    let second: String
    /// What the path must name to tell them apart; empty where it names all of it.
    let lacking: [RecordedPath.Part]
  }

  /// One piece of work as the path tells it from others.
  private struct Subject: Equatable {
    /// Index of the recording or, where the path names the subject alone, that of the subject's first.
    let recording: Int
    /// Empty where the signals are as recorded, whatever the scenario is called.
    let scenario: String
    let repetition: Int
  }

  /// The first clash: recordings, or trials with other noise, that share a file. Capitals do not tell scenarios apart,
  /// since they do not on every disk.
  func clash(in scenarios: [ScenarioPlan]) -> Clash? {
    // What a path leaves out altogether is reported by itself.
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
