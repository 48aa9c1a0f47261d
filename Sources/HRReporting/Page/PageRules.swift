extension FigureStyle {
  /// Rules that a page needs to show drawings, with the colours of both themes.
  static let rulesOfPages: String = {
    func variables(dark: Bool) -> String {
      FigureStyle.variables(dark: dark).map { "\($0.name): \($0.value);" }.joined(separator: " ")
    }
    return """
      :root { \(variables(dark: false)) }
      @media screen { :root[data-theme="dark"] { \(variables(dark: true)) } }
      @media screen and (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { \(variables(dark: true)) } }
      \(FigureStyle.pageRules)
      """
  }()
}
