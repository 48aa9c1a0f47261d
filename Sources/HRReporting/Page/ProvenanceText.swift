internal import HREvaluation
internal import HRRunning

/// Inputs, program and time of a run, and the command that makes it again.
struct ProvenanceText {
  let evaluation: Evaluation
  /// Provenance of the run; `nil` if it is not known.
  let provenance: RunProvenance?
  let circumstances: RunCircumstances

  /// Maximum number of files; longer lists are in `run.json`.
  private static let mostFiles = 60

  var html: String {
    let facts = self.facts.map { "<dt>\($0)</dt><dd>\($1)</dd>" }.joined(separator: "\n")
    return "<dl class=\"facts\">\n\(facts)\n</dl>\n\(command)\n\(files)"
  }

  private func escaped(_ text: String) -> String { HTMLText.escaped(text) }
  private func code(_ text: String) -> String { "<code>\(escaped(text))</code>" }

  private var facts: [(name: String, value: String)] {
    var facts = [("Seed", String(evaluation.plan.seed))]
    guard let provenance else {
      return [("hreval", escaped(evaluation.plan.hreval))] + facts
        + [("When, where, how fast", "not known: there is no run.json that can be read")]
    }
    let build = provenance.build
    let commit = build.commit.map {
      ", commit \(code(String($0.prefix(12))))\(build.hasUncommittedChanges ? " with changes" : "")"
    }
    facts += [
      ("Experiment", "\(code(provenance.experimentPath)), SHA-256 \(code(provenance.experimentSHA256))"),
      ("hreval", "\(escaped(build.version))\(commit ?? ""), \(escaped(build.configuration)) build"),
      (
        "Run",
        provenance.shards.map {
          "merged of \(counted($0, "shard")), which may have been worked on anywhere: \(escaped(provenance.started)) to \(escaped(provenance.finished))"
        }
          ?? "\(escaped(provenance.started)) to \(escaped(provenance.finished)), \(fixed(provenance.seconds, decimals: 1)) s with \(counted(provenance.jobs, "worker"))"
      ),
      ("Machine", "\(escaped(provenance.system)), \(counted(provenance.processors, "processor"))"),
    ]
    let around = CircumstancesText(circumstances: circumstances)
    facts.append(("Registered", escaped(around.registration ?? "not noted before the run")))
    if let programs = around.programs { facts.append(("Programs", escaped(programs))) }
    if !build.packages.isEmpty {
      facts.append(("Plugins from", escaped(build.packages.joined(separator: ", "))))
    }
    return facts
  }

  private var command: String {
    guard let provenance, !provenance.arguments.isEmpty else { return "" }
    let words = ["hreval"] + provenance.arguments.map(Self.quoted)
    return
      "<p>Made by this command, in the folder where it was given; with the same program and data it makes the same figures again:</p>\n<pre tabindex=\"0\"><code>\(escaped(words.joined(separator: " ")))</code></pre>"
  }

  /// Returns a word as a shell reads it.
  static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.unicodeScalars.allSatisfy {
        ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
          || "-_./=:,@%+".unicodeScalars.contains($0)
      }
    return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }

  private var files: String {
    let all = evaluation.recordings.flatMap { recording in
      recording.facts.files.map { (recording.name, $0) }
    }
    guard !all.isEmpty else { return "" }
    let rows = all.prefix(Self.mostFiles).map { name, file in
      "<tr><th scope=\"row\">\(escaped(name))<td>\(escaped(file.path))<td>\(code(file.sha256))"
    }
    let rest = all.count - rows.count
    let more = rest > 0 ? "<p class=\"small faint\">\(grouped(rest)) more in run.json.</p>" : ""
    return """
      <details><summary>\(counted(all.count, "data file")) with digests</summary>
      <div class="scroll tall" tabindex="0" role="region" aria-label="Data files"><table>
      <thead><tr><th scope="col">recording<th scope="col">file<th scope="col">SHA-256</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      \(more)
      </details>
      """
  }
}
