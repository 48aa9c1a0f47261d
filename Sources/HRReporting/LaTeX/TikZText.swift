/// A drawing as a figure for a paper: TikZ draws the marks of its sketch, by the rules that SVG files have.
struct TikZText {
  let sketch: Sketch
  let caption: String
  /// `fig:agreement-clean`
  let label: String

  var text: String {
    let drawn = self.drawn
    let styles = Self.styles.filter { drawn.contains("hreval \($0.name)") }
      .map { "\\tikzset{hreval \($0.name)/.style={\($0.options)}}\n" }.joined()
    let colours = FigureStyle.colours.compactMap { name, value -> String? in
      let name = Self.colour(name)
      guard styles.contains(name) || drawn.contains(name) else { return nil }
      return "\\definecolor{\(name)}{HTML}{\(value.dropFirst().uppercased())}\n"
    }
    let (width, height) = (SVGText.number(sketch.width), SVGText.number(sketch.height))
    return """
      % Needs \\usepackage{graphicx} and \\usepackage{tikz}.
      \(LaTeXText.preamble)
      \(colours.joined())\(styles)\\begin{figure}
      \\centering
      \\pgfmathsetmacro\\hrevalscale{min(\\linewidth/\(width)pt,0.85*\\textheight/\(height)pt)}%
      \\scalebox{\\hrevalscale}{\\sffamily
      \\begin{tikzpicture}[x=1pt, y=-1pt, line width=1pt,
        every node/.style={inner sep=0pt, outer sep=0pt, font=\(Self.font(12))}]
      \\path[clip, use as bounding box] (0,0) rectangle (\(width),\(height));
      \(drawn)\\end{tikzpicture}}
      \\caption{\(LaTeXText.escaped(caption))}\\label{\(label)}
      \\end{figure}

      """
  }

  // MARK: Marks

  private var drawn: String {
    var (text, groups) = ("", [String]())
    for mark in sketch.marks {
      switch mark {
      case .group(let style, _, _): groups.append(style)
      case .groupEnd: groups.removeLast()
      case .link, .linkEnd: break
      case .rect(let style, let place, let width, let height, _):
        let (right, bottom) = (place.x + width, place.y + height)
        text +=
          "\\path[\(Self.options(style))] \(Self.place(place)) rectangle \(Self.place((right, bottom)));\n"
      case .path(let style, let data, let dash, _, let strokeOpacity, let fillOpacity):
        var options = Self.options((groups + [style]).joined(separator: " "))
        if let strokeOpacity { options += ", draw opacity=\(fixed(strokeOpacity, decimals: 2))" }
        if let fillOpacity { options += ", fill opacity=\(fixed(fillOpacity, decimals: 2))" }
        if !dash.isEmpty { options += ", " + Self.dash(dash) }
        text += "\\path[\(options)]\(Self.path(data));\n"
      case .text(let style, let words, let place, let anchor, let size, let isBold, let isUpward):
        guard !words.isEmpty else { continue }
        let font = (size == 12 ? "" : Self.font(size)) + (isBold ? "\\bfseries " : "")
        let options = Self.anchor(anchor) + Self.textOptions(style) + (isUpward ? ", rotate=90" : "")
        text += "\\node[\(options)] at \(Self.place(place)) {\(font)\(LaTeXText.escaped(words))};\n"
      }
    }
    return text
  }

  private static func font(_ size: Double) -> String {
    let size = SVGText.number(size)
    return "\\fontsize{\(size)}{\(size)}\\selectfont "
  }

  /// Returns a place; far beyond the canvas it is clamped, since TeX knows no length above 16,383 pt.
  private static func place(_ place: Sketch.Place) -> String {
    func held(_ value: Double) -> String { SVGText.number(min(9999, max(-9999, value))) }
    return "(\(held(place.x)),\(held(place.y)))"
  }

  private static func anchor(_ anchor: Sketch.Anchor) -> String {
    switch anchor {
    case .start: "anchor=base west"
    case .middle: "anchor=base"
    case .end: "anchor=base east"
    }
  }

  /// Returns a path in SVG's notation as TikZ writes it, with absolute places. Arcs are pairs that make a circle.
  static func path(_ data: String) -> String {
    var (text, at, isCircle) = ("", Sketch.Place(0, 0), false)
    func line(to place: Sketch.Place) {
      at = place
      text += "--\(self.place(at))"
    }
    for (command, numbers) in commands(data) {
      switch (command, numbers.count) {
      case ("M", 2):
        at = (numbers[0], numbers[1])
        // A line of its own: TeX reads lines into a short buffer.
        text += "\n\(place(at))"
      case ("L", 2): line(to: (numbers[0], numbers[1]))
      case ("l", 2): line(to: (at.x + numbers[0], at.y + numbers[1]))
      case ("H", 1): line(to: (numbers[0], at.y))
      // A dot: a line without length, closed, has round ends all the same.
      case ("h", 1) where numbers == [0]: text += "--cycle"
      case ("h", 1): line(to: (at.x + numbers[0], at.y))
      case ("V", 1): line(to: (at.x, numbers[0]))
      case ("v", 1): line(to: (at.x, at.y + numbers[0]))
      case ("A", 7), ("a", 7):
        if !isCircle {
          text += " \(place((at.x + numbers[0], at.y))) circle[radius=\(SVGText.number(numbers[0]))pt]"
        }
        isCircle = true
      default:
        text += isCircle ? "" : "--cycle"
        isCircle = false
      }
    }
    return text
  }

  private static func commands(_ data: String) -> [(Character, [Double])] {
    data.matches(of: /([A-Za-z])([^A-Za-z]*)/).map { match in
      (match.1.first ?? "Z", match.2.matches(of: /-?[0-9.]+/).compactMap { Double($0.0) })
    }
  }

  // MARK: Styles

  /// Rules of an SVG file as styles of TikZ. The fill of a rule is the colour of text that has it.
  private static let styles = FigureStyle.rules(named: colour).map { rule in
    let parts = rule.split { "{};\n".contains($0) }.map { $0.split { ": ".contains($0) } }
    let known = parts.dropFirst().compactMap { part in part.first.map { (key: $0, values: part.dropFirst()) }
    }
    return (
      name: String(parts[0][0].dropFirst()),
      options: known.compactMap { option($0.key, $0.values.joined(separator: " ")) }.joined(separator: ", "),
      ink: known.first { $0.key == "fill" }?.values.first.map(String.init)
    )
  }

  private static func colour(_ name: String) -> String { "hreval-\(name)" }

  private static func option(_ property: Substring, _ value: String) -> String? {
    switch property {
    case "stroke": "draw=\(value)"
    case "fill": "fill=\(value)"
    case "stroke-width": "line width=\(value)pt"
    case "stroke-opacity": "draw opacity=\(value)"
    case "fill-opacity": "fill opacity=\(value)"
    case "stroke-linecap": "line cap=\(value)"
    case "stroke-dasharray": dash(value)
    default: nil
    }
  }

  /// `7 4` → `dash pattern=on 7pt off 4pt`
  private static func dash(_ lengths: String) -> String {
    "dash pattern="
      + lengths.split(separator: " ").enumerated().map { "\($0.isMultiple(of: 2) ? "on" : "off") \($1)pt" }
      .joined(separator: " ")
  }

  /// Returns those of the styles that have a rule.
  private static func ruled(_ names: String) -> [(name: String, options: String, ink: String?)] {
    names.split(separator: " ").compactMap { name in styles.first { $0.name == name } }
  }

  private static func options(_ names: String) -> String {
    ruled(names).map { "hreval \($0.name)" }.joined(separator: ", ")
  }

  private static func textOptions(_ names: String) -> String {
    let ruled = ruled(names)
    let ink = ", text=\(ruled.compactMap(\.ink).first ?? "black")"
    // SVG draws a rim around letters within a plot; here they have a ground.
    return ruled.contains { $0.name == "inside" }
      ? ink + ", fill=\(colour("page")), fill opacity=0.8, text opacity=1" : ink
  }
}
