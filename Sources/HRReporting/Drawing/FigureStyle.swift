/// Colours and lines of every figure, for light and dark pages.
package enum FigureStyle {
  /// Values that the rules name: a colour itself, or the variable of a page that holds it.
  @dynamicMemberLookup
  private struct Palette {
    let value: (String) -> String

    subscript(dynamicMember name: String) -> String { value(name) }
  }

  private static let prefix = "--drawing-"

  /// Eight colours that are distinct for normal sight and for three kinds of colour blindness: of each two the
  /// CIEDE2000 distance is above 16, also as people with protanopia, deuteranopia and tritanopia see them (by the
  /// matrices of Machado, Oliveira and Fernandes 2009). Their contrast with the page is at least 4.5, that of the grey 3.
  private static let light = named(
    [
      ("page", "#ffffff"), ("ink", "#1f2328"), ("faint", "#59636e"), ("grid", "#e3e7eb"),
      ("cloud", "#3953ff"),
      ("rest", "#949494"), ("bias", "#b3261e"), ("limit", "#6b4a00"), ("accepted", "#00805d"),
      ("band", "0.16"),
    ], series: ["#3953ff", "#c65207", "#008765", "#8c5984", "#583500", "#15120a", "#4a227c", "#094947"])
  private static let dark = named(
    [
      ("page", "#0f1419"), ("ink", "#e6edf3"), ("faint", "#a3adb8"), ("grid", "#2b323a"),
      ("cloud", "#92b2fb"),
      ("rest", "#626262"), ("bias", "#ff8a80"), ("limit", "#f0c674"), ("accepted", "#2fc79b"),
      ("band", "0.22"),
    ], series: ["#92b2fb", "#ee9d65", "#55fec6", "#f4027e", "#fffa0d", "#e2edff", "#8069e9", "#358d89"])
  private static let dashes = ["", "7 4", "2 3", "9 3 2 3", "14 4", "4 2", "1 4", "12 3 2 3 2 3"]

  /// Number of series that differ in colour, marker and dash. Further ones are grey.
  static let count = 8

  private static func named(
    _ single: [(name: String, value: String)], series: [String]
  ) -> [(name: String, value: String)] {
    single + series.enumerated().map { ("s\($0)", $1) }
  }

  private static func palette(_ values: [(name: String, value: String)]) -> Palette {
    Palette { name in values.first { $0.name == name }?.value ?? "" }
  }

  /// Names of the styles of a series' lines, of its markers, and of dots with a rim in their own colour. `nil` is the
  /// grey of series without a style of their own.
  static func colourClass(_ style: Int?) -> String { name("s", style) }
  static func markerClass(_ style: Int?) -> String { name("m", style) }
  static func dotClass(_ style: Int?) -> String { name("d", style) }

  private static func name(_ kind: String, _ style: Int?) -> String {
    guard let style, style < count else { return kind + "Rest" }
    return "\(kind)\(style)"
  }

  /// Returns the dash of a series; each style has another.
  static func dash(_ style: Int?) -> String { style.map { $0 < dashes.count ? dashes[$0] : "" } ?? "" }

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
      .beyond { fill: \(ink) }
      .hair { stroke: \(palette.rest); fill: none; stroke-width: 0.8 }
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
    for style in (0..<count).map(Optional.some) + [nil] {
      let colour = palette.value(style.map { "s\($0)" } ?? "rest")
      lines.append(".\(colourClass(style)) { stroke: \(colour); fill: none; stroke-width: 1.8 }\n")
      lines.append(".\(markerClass(style)) { fill: \(colour); stroke: \(page); stroke-width: 0.8 }\n")
      lines.append(".\(dotClass(style)) { fill: \(colour); stroke: \(colour); stroke-width: 1.4 }\n")
    }
    // These follow the colours, since each overrides a part of them.
    return lines + [
      ".some { stroke-linecap: round; stroke-width: 3; stroke-opacity: 0.45 }\n",
      ".shapes { stroke: none; fill-opacity: 0.6 }\n", ".hollow { fill: \(page) }\n",
    ]
  }
}
