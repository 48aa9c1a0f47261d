internal import HRSupport

/// A figure for a paper, drawn by pgfplots from the numbers themselves: the same panels, marks and scales as the SVG.
struct LaTeXFigure {
  let figure: Figure
  /// `fig:agreement-clean`
  let label: String

  /// Maximum number of dots of one panel; TeX's memory is small.
  private static let mostPoints = 600

  var text: String {
    let isSingle = figure.panels.count == 1
    let panels = figure.panels.map {
      LaTeXAxis($0, width: isSingle ? "0.95\\linewidth" : "0.43\\linewidth").text
    }
    let pairs = stride(from: 0, to: panels.count, by: 2).map {
      panels[$0..<min($0 + 2, panels.count)].joined(separator: "\n")
    }
    let legend = figure.legend.map(Self.entry).joined(separator: "\\quad\n")
    return LaTeXPicture.text(
      body: (legend.isEmpty ? "" : "{\\footnotesize\\raggedright \(legend)\\par}\n")
        + pairs.joined(separator: "\n\n\\medskip\n"),
      caption: figure.caption
        + (isThinned
          ? " At most \(grouped(Self.mostPoints)) windows per panel are drawn, evenly chosen." : ""),
      label: label)
  }

  private var isThinned: Bool {
    figure.panels.contains { $0.marks.contains { LaTeXAxis.pointCount($0) > Self.mostPoints } }
  }

  private static func entry(_ entry: Figure.LegendEntry) -> String {
    "\\mbox{\\textcolor{\(LaTeXPicture.colour(entry.style))}{\\rule[.5ex]{1.2em}{1pt}} \(LaTeXText.escaped(entry.name))}"
  }

  static func kept(_ points: [Figure.Point]) -> [Figure.Point] {
    thinned(points, to: mostPoints).map { points[$0] }
  }
}

/// Frame of every picture for LaTeX.
enum LaTeXPicture {
  static func text(body: String, caption: String, label: String) -> String {
    let colours = FigureStyle.variables(dark: false).compactMap { name, value -> String? in
      guard value.hasPrefix("#"), value.utf8.count == 7 else { return nil }
      return "\\definecolor{\(colourName(name))}{HTML}{\(value.dropFirst().uppercased())}"
    }
    return """
      % Needs \\usepackage{xcolor} and \\usepackage{pgfplots} with \\pgfplotsset{compat=1.16}.
      \(LaTeXText.preamble)
      \(colours.joined(separator: "\n"))
      \\begin{figure}
      \\centering
      \(body)
      \\caption{\(LaTeXText.escaped(caption))}\\label{\(label)}
      \\end{figure}

      """
  }

  /// `--drawing-s0` → `hreval-s0`
  private static func colourName(_ variable: String) -> String {
    "hreval-" + (variable.split(separator: "-").last.map(String.init) ?? "ink")
  }

  static func colour(_ style: Int) -> String { "hreval-s\(style % FigureStyle.colourCount)" }

  static func number(_ value: Double) -> String { shortest((value * 10_000).rounded() / 10_000) }
  static func place(_ x: Double, _ y: Double) -> String { "(axis cs:\(number(x)),\(number(y)))" }
}

/// One panel as an axis of pgfplots.
private struct LaTeXAxis {
  private let panel: Figure.Panel
  private let width: String

  init(_ panel: Figure.Panel, width: String) {
    self.panel = panel
    self.width = width
  }

  static func pointCount(_ mark: Figure.Mark) -> Int {
    switch mark {
    case .points(let points, _): points.count
    case .groups(let groups, _, _): groups.map(\.points.count).max() ?? 0
    case .band, .rule, .series, .curve, .labelled, .chance, .sloped, .hair, .trace, .level, .upright: 0
    }
  }

  private typealias Draw = LaTeXPicture
  private var x: Scale { panel.x.scale }
  private var y: Scale { panel.y.scale }
  private func heldY(_ value: Double) -> Double { min(y.high, max(y.low, value)) }
  private func heldX(_ value: Double) -> Double { min(x.high, max(x.low, value)) }

  var text: String {
    let labels =
      panel.x.tickLabels.isEmpty
      ? ""
      : "xticklabels={\(panel.x.tickLabels.map { "{\(LaTeXText.escaped($0))}" }.joined(separator: ","))}, "
    let title = [panel.title, panel.note].filter { !$0.isEmpty }.map(LaTeXText.escaped).joined(
      separator: "\\\\ \\scriptsize ")
    return """
      \\begin{tikzpicture}
      \\begin{axis}[width=\(width), height=0.62*\(width), clip=false, scale only axis=false,
        title={\(title)}, title style={align=left, font=\\footnotesize}, font=\\scriptsize,
        xlabel={\(LaTeXText.escaped(panel.x.title))}, ylabel={\(LaTeXText.escaped(panel.y.title))},
        xmin=\(Draw.number(x.low)), xmax=\(Draw.number(x.high)), ymin=\(Draw.number(y.low)), ymax=\(Draw.number(y.high)),
        xtick={\(x.ticks.map(Draw.number).joined(separator: ","))}, \(labels)\
      ytick={\(y.ticks.map(Draw.number).joined(separator: ","))}\(panel.x.isReversed ? ", x dir=reverse" : "")\
      \(panel.y.isReversed ? ", y dir=reverse" : ""), grid=major, grid style={gray!20}]
      \(panel.marks.map(mark).filter { !$0.isEmpty }.joined(separator: "\n"))
      \\end{axis}
      \\end{tikzpicture}
      """
  }

  private func mark(_ mark: Figure.Mark) -> String {
    switch mark {
    case .points(let points, _): return cloud(points, colour: "hreval-cloud", shape: "*")
    case .groups(let groups, let areShaped, _):
      return groups.map { group in
        cloud(
          group.points, colour: Draw.colour(group.style), shape: areShaped ? Self.shape(group.style) : "*")
      }.joined(separator: "\n")
    case .band(let low, let high, let kind, _):
      return
        "\\fill[hreval-\(kind.colour), opacity=0.15] \(Draw.place(x.low, heldY(low))) rectangle \(Draw.place(x.high, heldY(high)));"
    case .rule(let value, let kind, let label, _):
      guard value >= y.low, value <= y.high else { return "" }
      return
        "\\draw[hreval-\(kind.colour), \(kind.line)] \(Draw.place(x.low, value)) -- \(Draw.place(x.high, value)) node[\(panel.x.isReversed ? "left" : "right"), font=\\tiny] {\(LaTeXText.escaped(label))};"
    case .upright(let value, let kind, let label, _):
      guard value >= x.low, value <= x.high else { return "" }
      return
        "\\draw[hreval-\(kind.colour), \(kind.line)] \(Draw.place(value, y.low)) -- \(Draw.place(value, y.high)) node[above, font=\\tiny] {\(LaTeXText.escaped(label))};"
    case .series(let points, let style, _): return series(points, style)
    case .trace(let lines, _): return lines.map { series($0, 0) }.joined(separator: "\n")
    case .curve(let points, let style, _): return line(points, "\(Draw.colour(style)), thick")
    case .labelled(let points, let style, let label, _):
      let end = points.last.map {
        "\n\\node[right, font=\\tiny, text=\(Draw.colour(style))] at \(Draw.place(heldX($0.x), heldY($0.y))) {\(LaTeXText.escaped(label))};"
      }
      return line(points, "\(Draw.colour(style)), thick") + (end ?? "")
    case .chance(let points, _, _): return line(points, "black, dotted, thick")
    case .hair(let points, _): return line(points, "hreval-cloud, very thin, opacity=0.5")
    case .sloped(let from, let to, _): return line([from, to], "hreval-bias, dashed")
    case .level(let value, let from, let to, _):
      return "\\draw[black, thick] \(Draw.place(from, value)) -- \(Draw.place(to, value));"
    }
  }

  /// Returns dots; those beyond the scale are triangles at its edge.
  private func cloud(_ points: [Figure.Point], colour: String, shape: String) -> String {
    let shown = LaTeXFigure.kept(points)
    let inside = shown.filter { $0.y >= y.low && $0.y <= y.high }
    let beyond = shown.filter { $0.y < y.low || $0.y > y.high }
    func plot(_ points: [Figure.Point], _ options: String) -> String {
      points.isEmpty
        ? ""
        : "\\addplot[only marks, \(options), color=\(colour)] coordinates {\(points.map { "(\(Draw.number($0.x)),\(Draw.number(heldY($0.y))))" }.joined(separator: " "))};"
    }
    return [
      plot(inside, "mark=\(shape), mark size=0.7pt, opacity=0.45"),
      plot(beyond, "mark=triangle*, mark size=1.4pt"),
    ].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func series(_ points: [Figure.SeriesPoint], _ style: Int) -> String {
    let shown = points.filter { $0.y >= y.low && $0.y <= y.high }
    guard !shown.isEmpty else { return "" }
    let places = shown.map { point -> String in
      let up = point.high.map { max(0, heldY($0) - point.y) } ?? 0
      let down = point.low.map { max(0, point.y - heldY($0)) } ?? 0
      return
        "(\(Draw.number(point.x)),\(Draw.number(point.y))) += (0,\(Draw.number(up))) -= (0,\(Draw.number(down)))"
    }
    return
      "\\addplot[color=\(Draw.colour(style)), mark=\(Self.shape(style)), mark size=1.3pt, error bars/.cd, y dir=both, y explicit] coordinates {\(places.joined(separator: " "))};"
  }

  /// Returns lines that are cut off at the panel's edges: each part inside is a line of its own.
  private func line(_ points: [Figure.Point], _ options: String) -> String {
    var stretches: [[Figure.Point]] = [[]]
    for point in points {
      if point.y >= y.low, point.y <= y.high {
        stretches[stretches.count - 1].append(point)
      } else if stretches.last?.isEmpty == false {
        stretches.append([])
      }
    }
    return stretches.filter { $0.count > 1 }.map { stretch in
      "\\addplot[no marks, \(options)] coordinates {\(stretch.map { "(\(Draw.number($0.x)),\(Draw.number($0.y)))" }.joined(separator: " "))};"
    }.joined(separator: "\n")
  }

  private static func shape(_ style: Int) -> String { ["*", "square*", "triangle*", "diamond*"][style % 4] }
}

extension Figure.RuleKind {
  fileprivate var colour: String {
    switch self {
    case .zero, .chance: "ink"
    case .bias: "bias"
    case .limit: "limit"
    case .accepted: "accepted"
    }
  }

  fileprivate var line: String {
    switch self {
    case .zero: "very thin, dotted"
    case .chance: "thin, dotted"
    case .bias: "thick"
    case .limit: "dashed"
    case .accepted: "thin"
    }
  }
}
