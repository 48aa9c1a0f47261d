internal import HRRunning

/// Prior analyses of the recordings of a run, as far as the ledger knows, in words. The words never claim that there
/// were none: a ledger only knows the runs that wrote to it.
struct PriorAnalysesText {
  let prior: PriorAnalyses

  var sentences: [String] {
    guard let ledger = prior.ledger else {
      return ["Prior analyses of these recordings are not known: HREVAL_LEDGER was off."]
    }
    if let problem = prior.problem {
      return [
        "Prior analyses of these recordings are not known: the ledger (\(ledger)) cannot be read: \(problem)."
      ]
    }
    return
      (prior.lines == 0
      ? ["The ledger (\(ledger)) records no earlier analysis of these recordings; there may have been some."]
      : known(ledger)) + rest
  }

  private func known(_ ledger: String) -> [String] {
    let others =
      prior.otherDetectors == 0
      ? "all of them are in this run too"
      : "\(grouped(prior.otherDetectors)) of them \(prior.otherDetectors == 1 ? "is" : "are") not in this run"
    let what =
      prior.analyses == 0
      ? "all of this same analysis" : counted(prior.analyses, "other analysis", "other analyses")
    return [
      "The ledger (\(ledger)) has \(counted(prior.lines, "earlier line")) on recordings of this run: \(what), with \(counted(prior.detectors, "different detector")); \(others). It does not know of runs on other machines."
    ]
      + (prior.analyses == 0
        ? []
        : [
          "An analysis is another one if anything is chosen otherwise that its figures or verdicts depend on: recordings, reference, offset, windows, tolerance, seed, damage, detectors, comparisons, margin. One that was chosen by its figures looks better here than on new recordings, and no p value here is corrected for that."
        ])
  }

  private var rest: [String] {
    var sentences: [String] = []
    if !prior.excludedJudged.isEmpty {
      sentences.append(
        "Earlier lines of the ledger judged \(counted(prior.excludedJudged.count, "recording")) that this run excludes: \(prior.excludedJudged.firstFew)."
      )
    }
    if let count = prior.testOpenings {
      sentences.append(
        count == 0
          ? "The ledger records no earlier run on recordings of the test part; there may have been some."
          : "The ledger records \(counted(count, "earlier run")) on recordings of the test part.")
    }
    if prior.damagedLines > 0 {
      sentences.append("\(counted(prior.damagedLines, "line")) of the ledger could not be read.")
    }
    return sentences
  }
}

/// Circumstances of a run in words: what a reader of its verdicts has to know beside them.
struct CircumstancesText {
  let circumstances: RunCircumstances

  /// Returns the addition to a verdict that shows something:
  /// `, after 12 other analyses of these recordings; "mine" ran outside of the sandbox, so it could read the reference`.
  ///
  /// - Parameter labels: of the detectors that the verdict is on.
  func after(_ labels: [String]) -> String {
    let (prior, outside) = (prior.map { ", \($0)" } ?? "", outside(labels).map { "; \($0)" } ?? "")
    return prior + outside
  }

  /// Returns the same for all verdicts of a table, as sentences; empty if there is nothing to say.
  func sentences(on labels: [String]) -> [String] {
    [prior.map { "The verdicts above come \($0)." }, outside(labels).map { "\($0)." }].compactMap(\.self)
  }

  /// `after 12 other analyses of these recordings`
  private var prior: String? {
    let count = circumstances.priorAnalyses?.analyses ?? 0
    return count == 0
      ? nil : "after \(counted(count, "other analysis", "other analyses")) of these recordings"
  }

  /// `"mine" ran outside of the sandbox, so it could read the reference`
  private func outside(_ labels: [String]) -> String? {
    let names = labels.filter(Set(outsideSandbox).contains).map { "\"\($0)\"" }
    guard !names.isEmpty else { return nil }
    return
      "\(names.joined(separator: " and ")) ran outside of the sandbox, so \(names.count == 1 ? "it" : "they") could read the reference"
  }

  private var outsideSandbox: [String] {
    circumstances.programs.flatMap { $0.isSandboxed ? nil : $0.detectors } ?? []
  }

  /// Sentence on the rights of programs; `nil` without one.
  var programs: String? {
    guard let programs = circumstances.programs else { return nil }
    let names = programs.detectors.map(Findings.named).joined(separator: ", ")
    return programs.isSandboxed
      ? "Programs in other languages ran in the sandbox, where they could read no recording and no reference but what hreval sent them: \(names)."
      : "Programs in other languages ran outside of the sandbox, so they could read every file of the user, the reference among them, and hreval cannot know whether they did: \(names). `--sandbox` closes that."
  }

  /// Sentence on the programs through which videos were read; `nil` without videos.
  private var video: String? {
    guard let video = circumstances.video else { return nil }
    let encoders = video.encoders.joined(separator: "; ")
    return
      "Videos were decoded by ffmpeg \(video.ffmpeg)\(encoders.isEmpty ? "" : ", and compressed by \(encoders)")."
  }

  /// Sentence on the registration; `nil` where the experiment is not registered.
  var registration: String? {
    guard let note = circumstances.registration else { return nil }
    let differences = note.differences.joined(separator: ", ")
    guard let time = note.time else {
      return "The registration of the experiment cannot be read: \(differences)."
    }
    let what =
      note.differences.isEmpty
      ? "This is the run that was registered on \(time)"
      : "This is not the run that was registered on \(time); what differs: \(differences)"
    let often =
      note.count > 1 ? " The experiment was registered \(note.count) times." : ""
    return
      "\(what).\(often) The registration is a file beside the experiment and its time is that machine's, so it proves nothing to others by itself."
  }

  /// Paragraphs with their headings, for terminal and report.
  var parts: [(heading: String, sentences: [String])] {
    [
      ("Prior analyses", circumstances.priorAnalyses.map { PriorAnalysesText(prior: $0).sentences } ?? []),
      ("Programs", [programs].compactMap(\.self)),
      ("Video", [video].compactMap(\.self)),
    ].filter { !$1.isEmpty }
  }
}
