internal import HREvaluation
internal import HRRunning

/// Box on the first screen with the findings about the data.
struct FindingsBox {
  let evaluation: Evaluation

  private static let mostShown = 4

  var html: String {
    let open = evaluation.findings.open
    let examined = evaluation.results.withoutEstimates.count { $0.exam != nil }
    let of = "\(grouped(examined)) of \(counted(evaluation.recordings.count, "recording"))"
    let failed = evaluation.recordings.filter { $0.failure != nil }
    let lost =
      failed.isEmpty
      ? ""
      : "<p>\(grouped(failed.count)) of \(counted(evaluation.recordings.count, "recording")) could not be used; <a href=\"#setup\">the reasons</a>.</p>"
    let known = evaluation.findings.acknowledged.count
    let acknowledged =
      known == 0
      ? ""
      : "<p class=\"small\">\(counted(known, "finding")) \(known == 1 ? "is" : "are") acknowledged by the data sets' descriptors; <a href=\"#data\">which</a>.</p>"
    guard !open.isEmpty else {
      let text =
        examined == 0
        ? "No recording was examined." : "Nothing suspicious was found in them (\(of) examined)."
      return
        "<div class=\"box \(examined == 0 || !failed.isEmpty ? "warn" : "good")\"><h2>Do the data make sense?</h2><p>\(text)</p>\(lost)\(acknowledged)</div>"
    }
    let entries = open.prefix(Self.mostShown).map { group in
      "<li><strong>\(HTMLText.escaped(group.kind.title))</strong>: \(HTMLText.escaped(DataFindingsText.place(group)))</li>"
    }
    let more = open.count - entries.count
    return """
      <div class="box warn"><h2>Do the data make sense? \(counted(open.count, "finding"))</h2>
      <ul>\(entries.joined())\(more > 0 ? "<li>\(more) more</li>" : "")</ul>
      <p class="small">Suspicions, not verdicts: <a href="#data">the evidence and likely remedies</a>. The figures use the data as they are.</p>\(lost)\(acknowledged)</div>
      """
  }
}
