/// Colours and lines of every figure, for light and dark pages.
enum FigureStyle {
  /// Eight colours that stay apart for colour-blind readers: M. Okabe and K. Ito, "Color universal design", 2002,
  /// darkened for lines on white and lightened for lines on black.
  private static let series: [(light: String, dark: String)] = [
    ("#0068a8", "#5ab4f0"), ("#c44e00", "#ff8f4a"), ("#00805d", "#2fc79b"), ("#a8508a", "#e79acb"),
    ("#a87400", "#f0b93a"), ("#3a3f45", "#d7dce2"), ("#6a51a3", "#b3a2f0"), ("#2f8fb5", "#8fdcff"),
  ]
  private static let dashes = ["", "7 4", "2 3", "9 3 2 3"]

  static func colourClass(_ index: Int) -> String { "s\(index % series.count)" }

  /// Changes where the colours start over, so that the ninth series is not the first.
  static func dash(_ index: Int) -> String { dashes[(index / series.count) % dashes.count] }

  /// Rules without variables: converters to PNG and PDF know none. What is dark stands in a block of its own.
  static let sheet: String = {
    let light = rules(
      page: "#ffffff", ink: "#1f2328", faint: "#59636e", grid: "#e3e7eb", cloud: "#0068a8", bias: "#b3261e",
      limit: "#6b4a00", band: "0.16", series: series.map(\.light))
    let dark = rules(
      page: "#0f1419", ink: "#e6edf3", faint: "#a3adb8", grid: "#2b323a", cloud: "#6cbcf5", bias: "#ff8a80",
      limit: "#f0c674", band: "0.22", series: series.map(\.dark))
    return light + "@media (prefers-color-scheme: dark) {\n" + dark + "}\n"
  }()

  private static func rules(
    page: String, ink: String, faint: String, grid: String, cloud: String, bias: String, limit: String,
    band: String, series: [String]
  ) -> String {
    var text = """
      .page { fill: \(page) }
      .ink { fill: \(ink) }
      .faint { fill: \(faint) }
      .frame { stroke: \(faint); fill: none }
      .grid { stroke: \(grid); fill: none }
      .cloud { stroke: \(cloud); fill: none; stroke-linecap: round; stroke-width: 3; stroke-opacity: 0.3 }
      .few { stroke-opacity: 0.75 }
      .ribbon { fill: \(cloud); fill-opacity: \(band) }
      .inside { stroke: \(page); stroke-width: 3; stroke-opacity: 0.8; paint-order: stroke }
      .level { stroke: \(ink); fill: none; stroke-width: 1.3 }
      .beyond { fill: \(cloud) }
      .hair { stroke: \(cloud); fill: none; stroke-width: 0.8; stroke-opacity: 0.45 }
      .zero { stroke: \(faint); fill: none; stroke-dasharray: 1 3 }
      .bias { stroke: \(bias); fill: none; stroke-width: 1.6 }
      .limit { stroke: \(limit); fill: none; stroke-width: 1.4; stroke-dasharray: 6 3 }
      .biasBand { fill: \(bias); fill-opacity: \(band) }
      .limitBand { fill: \(limit); fill-opacity: \(band) }
      .biasText { fill: \(bias) }
      .limitText { fill: \(limit) }
      .zeroText { fill: \(faint) }

      """
    for (index, colour) in series.enumerated() {
      text += ".s\(index) { stroke: \(colour); fill: none; stroke-width: 1.8 }\n"
      text += ".m\(index) { fill: \(colour); stroke: \(page); stroke-width: 0.8 }\n"
    }
    return text
  }

  static func markerClass(_ index: Int) -> String { "m\(index % series.count)" }
}
