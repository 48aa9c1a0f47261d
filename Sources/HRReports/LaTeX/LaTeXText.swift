internal import HRDiagnostics

/// Text of somebody else's as LaTeX prints it: no command, no comment, no mathematics.
enum LaTeXText {
  /// Compiles with pdfLaTeX, XeLaTeX and LuaLaTeX. Of letters beyond the Latin ones pdfLaTeX has no glyphs: there their
  /// code is printed (`U+4E2D`), by the command that ``preamble`` defines.
  static func escaped(_ text: String) -> String {
    var result = ""
    var before: Unicode.Scalar?
    for scalar in text.printable.unicodeScalars {
      // Two hyphens would become a dash.
      if scalar == "-", before == "-" { result += "{}" }
      result += escaped(scalar)
      before = scalar
    }
    return result
  }

  /// What files that are included need to know, each by itself.
  static let preamble = """
    \\providecommand\\hrevalchar[1]{U+#1}
    \\ifdefined\\Umathcode\\renewcommand\\hrevalchar[1]{\\char"#1\\relax}\\fi
    """

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": "\\textbackslash{}"
    case "{", "}", "$", "&", "#", "%", "_": "\\\(scalar)"
    case "^": "\\textasciicircum{}"
    case "~": "\\textasciitilde{}"
    case "<": "\\textless{}"
    case ">": "\\textgreater{}"
    case "|": "\\textbar{}"
    case "\"": "\\textquotedbl{}"
    case "'": "\\textquotesingle{}"
    case "`": "\\textasciigrave{}"
    // An optional argument, or the end of one.
    case "[", "]": "{\(scalar)}"
    case "−": "\\ensuremath{-}"
    case "×": "\\ensuremath{\\times}"
    case "±": "\\ensuremath{\\pm}"
    case "≤": "\\ensuremath{\\le}"
    case "≥": "\\ensuremath{\\ge}"
    case "→": "\\ensuremath{\\to}"
    case "χ": "\\ensuremath{\\chi}"
    case "–": "--"
    case "—": "---"
    case "…": "\\dots{}"
    case "“": "``"
    case "”": "''"
    case "²": "\\textsuperscript{2}"
    case "\u{20}"..."\u{7E}", "\u{C0}"..."\u{17F}": String(scalar)
    default: "\\hrevalchar{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }
}
