internal import HRRecordings
package import HRSupport

/// The file beside an experiment in which `hreval register` notes what will be run, before it is run. It helps people
/// who want to hold themselves to a plan; it proves nothing to others, since file and clock are the machine's.
package struct Registration: Sendable {
  /// One registration: the time and everything that the results of the run depend on.
  package struct Entry: Equatable, Sendable {
    /// ISO 8601, by the machine's clock.
    package let time: String
    /// SHA-256 of ``fingerprint``.
    package let sha256: String
    /// Text of a ``RunFingerprint``.
    package let fingerprint: String

    private init(time: String, fingerprint: RunFingerprint) {
      // Marks of files hold for one machine and one day only.
      let text = fingerprint.withoutMarks.text
      self.init(time: time, sha256: ContentHash.digest(of: Array(text.utf8)), fingerprint: text)
    }

    /// Creates the registration of an experiment that is about to be run.
    package init(time: String, of experiment: Experiment, _ order: WorkOrder, executable: String) {
      var witness = RunWitness(experiment)
      self.init(
        time: time,
        fingerprint: RunFingerprint(
          experiment, file: order.file, executable: executable, witness: &witness))
    }

    private init(time: String, sha256: String, fingerprint: String) {
      self.time = time
      self.sha256 = sha256
      self.fingerprint = fingerprint
    }

    fileprivate static let form = JSONForm<Entry>.object(
      "a registration", Entry.init(time:sha256:fingerprint:),
      .init("time", \.time, .text, "When it was made, by the machine's clock."),
      .init("sha256", \.sha256, .text, "Of the fingerprint."),
      .init("fingerprint", \.fingerprint, .text, "What the results of the run depend on."))
  }

  package let path: String
  /// In the order in which they were made.
  package let entries: [Entry]

  /// Reads the registrations of an experiment; none where there is no file.
  ///
  /// - Parameter experiment: path of the experiment's file.
  package init(ofExperiment experiment: String) throws(Diagnostics) {
    path =
      (experiment.hasSuffix(".json") ? String(experiment.dropLast(5)) : experiment) + ".registration.json"
    entries =
      TextFile.exists(path)
      ? try Self.file.read(try TextFile.read(path, what: "registration"), file: path) : []
    for entry in entries where ContentHash.digest(of: Array(entry.fingerprint.utf8)) != entry.sha256 {
      throw Diagnostics(
        "the registration of \(entry.time) was changed: its digest is not that of its content", in: path,
        hint: "take the file as it was, or remove it and register again")
    }
  }

  /// Adds a registration to the file.
  package func add(_ entry: Entry) throws(Diagnostics) {
    try TextFile.write(Self.file.text(entries + [entry]), to: path)
  }

  /// Returns how a run differs from the newest registration that it is the run of, else from the last one; `nil`
  /// without any.
  ///
  /// - Parameters:
  ///   - experiment: path of the experiment's file.
  ///   - fingerprint: text of the run's.
  package static func note(
    ofExperiment experiment: String, onRun fingerprint: String
  ) -> RunCircumstances.RegistrationNote? {
    let entries: [Entry]
    do throws(Diagnostics) {
      entries = try Registration(ofExperiment: experiment).entries
    } catch {
      return .init(time: nil, count: 0, differences: [error.first.message])
    }
    let run = RunFingerprint(text: fingerprint)?.withoutMarks
    let notes = entries.map { entry in
      let differences = run.flatMap { run in
        RunFingerprint(text: entry.fingerprint).map { run.differences(from: $0, areCopies: true) }
      }
      return RunCircumstances.RegistrationNote(
        time: entry.time, count: entries.count,
        differences: differences ?? ["the registration itself, which this hreval cannot read"])
    }
    return notes.last { $0.differences.isEmpty } ?? notes.last
  }

  private static let file = JSONFileForm(
    "hreval-registration", "registration", version: 1, again: "register the experiment again", isOpen: false,
    JSONForm<[Entry]>.object(
      "the registrations", { $0 },
      .init("registrations", \.self, .list(Entry.form), "In the order in which they were made.")))
}
