internal import HRSupport

/// Foreign text as LaTeX prints it: without commands, comments and mathematics.
enum LaTeXText {
  /// Returns text that compiles with pdfLaTeX, XeLaTeX and LuaLaTeX. pdfLaTeX has no glyphs for letters beyond the
  /// Latin ones: it prints their code (`U+4E2D`), by the command that ``preamble`` defines.
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

  /// Definitions that each included file needs.
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
    // Brackets would start or end an optional argument.
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
