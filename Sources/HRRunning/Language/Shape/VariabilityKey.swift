internal import HRSignals
package import HRSupport

/// Keys of `hrv`.
package enum VariabilityKey {
  static let windowSeconds = JSONKey(
    "windowSeconds", .number(30...86_400), fallback: VariabilityRule.standardWindowSeconds,
    "Length of a window of intervals; what a detector is shown at a time is in \"windows\".")
  static let hopSeconds = JSONKey(
    "hopSeconds", .number(1...86_400),
    "From one window's start to the next; the window's length when left out.")
  static let artefacts = JSONKey(
    "artefacts", .choice, fallback: ArtefactPolicy.none,
    "What is done to intervals that are not normal ones, of reference and detectors alike.")
  static let spectrum = JSONKey(
    "spectrum", .choice, fallback: VariabilitySpectrum.welch, "How LF, HF and LF/HF are computed.")
  static let metrics = JSONKey<[VariabilityFigure]?>(
    "metrics", .list(.choice, atLeast: 1),
    "Which figures are judged, in this order; those that the window is long enough for when left out.")
  static let margins = JSONKey(
    "margins", numbers("\"margins\""), missing: [],
    "Which differences of errors do not matter, by figure and in its unit, decided before the run.")
  static let acceptable = JSONKey(
    "acceptable", numbers("\"acceptable\""), missing: [],
    "Limits of agreement are acceptable if they are within this of 0, by figure and in its unit.")

  static let shape = Shape.object(
    "\"hrv\"",
    [
      windowSeconds.field, hopSeconds.field, artefacts.field, spectrum.field, metrics.field, margins.field,
      acceptable.field,
    ])

  /// A number for each of some figures.
  package static func numbers(_ name: String) -> JSONForm<[VariabilityRule.Bound]> {
    JSONForm(
      .object(
        name,
        VariabilityFigure.allCases.map {
          .init(
            $0.rawValue, .number(0...1e9), "\($0.title)\($0.unit.isEmpty ? "" : ", in \($0.unit)").")
        }),
      write: { .object($0.map { ($0.figure.rawValue, .number($0.value)) }) },
      value: { node in
        VariabilityFigure.allCases.compactMap { figure in
          node[figure.rawValue]?.number.map { .init(figure: figure, value: $0) }
        }
      })
  }
}
