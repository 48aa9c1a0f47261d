internal import ArgumentParser
internal import HRDiagnostics
internal import HRExperiments
internal import HRRecordings
internal import HRSignals

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show what is in a data set: channels, rates, gaps, reference, and a picture.",
    discussion: """
      Reads the recordings and says what it finds, or what is wrong. Every channel is drawn as a line of ten seconds; \
      --picture writes an SVG of the first recording with its reference beats.
      """)

  @Argument(help: "Data set or descriptor, with recordings after colons: uw-oximetry:100001-Left.")
  var dataset: String

  @Option(help: "Folder that holds the data set's files.", completion: .directory)
  var root: String?

  @Option(help: "Which of its references (default: the first).")
  var reference: String?

  @Option(help: "SVG file to draw the first recording into.", completion: .file(extensions: ["svg"]))
  var picture: String?

  @Option(help: "Where the pictures begin, in seconds (default: the middle).")
  var at: Double?

  func run() throws {
    let selection = DatasetSelection(dataset)
    let dataset = try refusing { () throws(Diagnostics) in try opened(selection) }
    let terminal = Terminal()
    terminal.out(Self.heading(dataset))
    var failures = 0
    var isDrawn = picture == nil
    for entry in dataset.recordings {
      do {
        let recording = try dataset.load(entry, needing: nil, reference: dataset.hasReference)
        let view = RecordingView(recording, at: at)
        terminal.out("\n" + view.text)
        if !isDrawn, let picture {
          isDrawn = true
          try TextFile.write(view.picture.svg, to: picture)
          terminal.err("picture: \(picture)")
        }
      } catch {
        failures += 1
        terminal.out("\n\(entry.id)\n  cannot be used:")
        terminal.show(error)
      }
    }
    if failures > 0 { throw ExitCode(failures == dataset.recordings.count ? 2 : 1) }
  }

  private func opened(_ selection: DatasetSelection) throws(Diagnostics) -> Dataset {
    let environment = Project.containing(".").environment
    let path = try environment.descriptorPath(of: selection.dataset, relativeTo: ".")
    return try Dataset.load(
      path: path, root: root, select: selection.recordings, exclude: [], reference: reference,
      measurand: nil, dataDirectory: environment.dataDirectory)
  }

  private static func heading(_ dataset: Dataset) -> String {
    let count = dataset.recordings.count
    return """
      \(dataset.name): \(count) recording\(count == 1 ? "" : "s")
        channels   \(dataset.channelKinds.map(\.rawValue).joined(separator: ", "))
        reference  \(dataset.referenceText ?? "none")
        licence    \(dataset.descriptor.license ?? "not stated")
        cite       \(dataset.descriptor.citation ?? "not stated")
      """
  }
}
