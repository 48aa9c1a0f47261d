/// Colours and lines of every figure, for light and dark pages.
package enum FigureStyle {
  /// Values that the rules name: a colour itself, or the variable of a page that holds it.
  @dynamicMemberLookup
  private struct Palette {
    let value: (String) -> String

    subscript(dynamicMember name: String) -> String { value(name) }
  }

  private static let prefix = "--drawing-"

  /// Eight colours that are distinct for colour-blind readers: M. Okabe and K. Ito, "Color universal design", 2002,
  /// darkened for lines on white and lightened for lines on black.
  private static let light = named(
    [
      ("page", "#ffffff"), ("ink", "#1f2328"), ("faint", "#59636e"), ("grid", "#e3e7eb"),
      ("cloud", "#0068a8"),
      ("bias", "#b3261e"), ("limit", "#6b4a00"), ("accepted", "#00805d"), ("band", "0.16"),
    ], series: ["#0068a8", "#c44e00", "#00805d", "#a8508a", "#a87400", "#3a3f45", "#6a51a3", "#2f8fb5"])
  private static let dark = named(
    [
      ("page", "#0f1419"), ("ink", "#e6edf3"), ("faint", "#a3adb8"), ("grid", "#2b323a"),
      ("cloud", "#6cbcf5"),
      ("bias", "#ff8a80"), ("limit", "#f0c674"), ("accepted", "#2fc79b"), ("band", "0.22"),
    ], series: ["#5ab4f0", "#ff8f4a", "#2fc79b", "#e79acb", "#f0b93a", "#d7dce2", "#b3a2f0", "#8fdcff"])
  private static let dashes = ["", "7 4", "2 3", "9 3 2 3"]

  /// Number of series that differ in colour.
  static let colourCount = 8

  private static func named(
    _ single: [(name: String, value: String)], series: [String]
  ) -> [(name: String, value: String)] {
    single + series.enumerated().map { ("s\($0)", $1) }
  }

  private static func palette(_ values: [(name: String, value: String)]) -> Palette {
    Palette { name in values.first { $0.name == name }?.value ?? "" }
  }

  static func colourClass(_ index: Int) -> String { "s\(index % colourCount)" }

  static func markerClass(_ index: Int) -> String { "m\(index % colourCount)" }

  /// Returns the dash of a series. It changes where the colours start over, so that the ninth series differs from the
  /// first.
  static func dash(_ index: Int) -> String { dashes[(index / colourCount) % dashes.count] }

  /// Rules without variables: converters to PNG and PDF do not support these. Rules for dark pages are in a block of
  /// their own.
  static let sheet =
    rules(palette(light)).joined() + "@media (prefers-color-scheme: dark) {\n"
    + rules(palette(dark)).joined() + "}\n"

  /// The same rules for drawings within a page (`svg.drawing`), which has the colours as variables.
  static let pageRules: String = {
    let lines = rules(Palette { "var(\(prefix)\($0))" })
    return "svg.drawing { \(fonts) }\n" + lines.map { "svg.drawing \($0)" }.joined()
  }()

  /// Returns the rules for light pages, one line each, with names in place of the colours.
  static func rules(named name: @escaping (String) -> String) -> [String] {
    rules(Palette { $0 == "band" ? palette(light).band : name($0) })
  }

  /// Colours of light pages by the names that ``rules(named:)`` asks for.
  static let colours = light.filter { $0.value.hasPrefix("#") }

  private static let fonts = "font-family: system-ui, 'Helvetica Neue', Arial, sans-serif"

  /// Returns the variables that ``pageRules`` names, such as `--drawing-ink`, with their values on a light or a dark
  /// page.
  static func variables(dark isDark: Bool) -> [(name: String, value: String)] {
    (isDark ? dark : light).map { (prefix + $0.name, $0.value) }
  }

  /// Rules that a page needs to show drawings, with the colours of both themes.
  static let rulesOfPages: String = {
    func variables(dark: Bool) -> String {
      Self.variables(dark: dark).map { "\($0.name): \($0.value);" }.joined(separator: " ")
    }
    return """
      :root { \(variables(dark: false)) }
      @media screen { :root[data-theme="dark"] { \(variables(dark: true)) } }
      @media screen and (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { \(variables(dark: true)) } }
      \(pageRules)
      """
  }()

  /// Returns the rules, one line each.
  private static func rules(_ palette: Palette) -> [String] {
    let (ink, faint, cloud, page) = (palette.ink, palette.faint, palette.cloud, palette.page)
    let text = """
      .page { fill: \(page) }
      .ink { fill: \(ink) }
      .faint { fill: \(faint) }
      .frame { stroke: \(faint); fill: none }
      .grid { stroke: \(palette.grid); fill: none }
      .cloud { stroke: \(cloud); fill: none; stroke-linecap: round; stroke-width: 3; stroke-opacity: 0.3 }
      .few { stroke-opacity: 0.75 }
      .ribbon { fill: \(cloud); fill-opacity: \(palette.band) }
      .inside { stroke: \(page); stroke-width: 3; stroke-opacity: 0.8; paint-order: stroke }
      .level { stroke: \(ink); fill: none; stroke-width: 1.3 }
      .beyond { fill: \(cloud) }
      .hair { stroke: \(cloud); fill: none; stroke-width: 0.8; stroke-opacity: 0.45 }
      .spread { stroke: \(cloud); fill: none; stroke-width: 1.8 }
      .dot { stroke: \(cloud); fill: \(cloud); stroke-width: 1.4 }
      .zero { stroke: \(faint); fill: none; stroke-dasharray: 1 3 }
      .chance { stroke: \(ink); fill: none; stroke-width: 1.5; stroke-dasharray: 2 4 }
      .accepted { stroke: \(palette.accepted); fill: none; stroke-width: 1 }
      .bias { stroke: \(palette.bias); fill: none; stroke-width: 1.6 }
      .limit { stroke: \(palette.limit); fill: none; stroke-width: 1.4; stroke-dasharray: 6 3 }
      .biasBand { fill: \(palette.bias); fill-opacity: \(palette.band) }
      .limitBand { fill: \(palette.limit); fill-opacity: \(palette.band) }
      .biasText { fill: \(palette.bias) }
      .limitText { fill: \(palette.limit) }
      .zeroText { fill: \(faint) }
      .chanceText { fill: \(ink) }
      .acceptedText { fill: \(palette.accepted) }

      """
    var lines = text.split(separator: "\n").map { "\($0)\n" }
    for index in 0..<colourCount {
      let colour = palette.value("s\(index)")
      lines.append(".s\(index) { stroke: \(colour); fill: none; stroke-width: 1.8 }\n")
      lines.append(".m\(index) { fill: \(colour); stroke: \(page); stroke-width: 0.8 }\n")
    }
    // These follow the colours, since each overrides a part of them.
    return lines + [
      ".some { stroke-linecap: round; stroke-width: 3; stroke-opacity: 0.45 }\n",
      ".shapes { stroke: none; fill-opacity: 0.6 }\n", ".hollow { fill: \(page) }\n",
    ]
  }
}
