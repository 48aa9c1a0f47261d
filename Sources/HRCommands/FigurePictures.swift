internal import ArgumentParser
internal import HRReporting
internal import HRSupport

extension PictureFormat: ExpressibleByArgument {}

/// Makes PNG and PDF files of a run's figures, by the first program that is installed of some that draw SVG well.
struct FigurePictures {
  /// A program that turns a file into another.
  struct Renderer: Equatable, Sendable {
    let path: String
    let program: Program
  }

  enum Program: String, CaseIterable, Sendable {
    case librsvg = "rsvg-convert"
    case inkscape
    case cairoSVG = "cairosvg"

    /// Returns the arguments for one file; pictures have three points for each unit of the figure.
    func arguments(_ format: PictureFormat, from source: String, to target: String) -> [String] {
      switch (self, format) {
      case (.librsvg, .png): ["--format", "png", "--zoom", "3", "--output", target, source]
      case (.librsvg, .pdf): ["--format", "pdf", "--output", target, source]
      case (.inkscape, .png):
        [source, "--export-type=png", "--export-dpi=288", "--export-filename=\(target)"]
      case (.inkscape, .pdf): [source, "--export-type=pdf", "--export-filename=\(target)"]
      case (.cairoSVG, .png): [source, "--format", "png", "--scale", "3", "--output", target]
      case (.cairoSVG, .pdf): [source, "--format", "pdf", "--output", target]
      }
    }
  }

  private static let seconds = 120.0

  /// - Throws: if no program is installed.
  static func renderer(in folders: String? = ProcessInfo.processInfo.environment["PATH"]) throws(Diagnostics)
    -> Renderer
  {
    for program in Program.allCases {
      if let path = SearchPath.find(program.rawValue, in: folders) {
        return Renderer(path: path, program: program)
      }
    }
    throw Diagnostics(
      "no program is installed that makes PNG or PDF of figures: \(Program.allCases.map(\.rawValue).joined(separator: ", ")) were looked for in PATH",
      in: "--pictures",
      hint:
        "on Debian and Ubuntu: apt install librsvg2-bin; on macOS: brew install librsvg; with pip: pip install cairosvg. The page's figures have a button for PNG, and --format latex writes figures for LaTeX"
    )
  }

  let renderer: Renderer
  let formats: [PictureFormat]

  /// Makes the files beside the SVG files.
  ///
  /// - Parameters:
  ///   - paths: of SVG files, inside the folder.
  ///   - directory: the folder.
  /// - Returns: the number of files made.
  /// - Throws: every figure that could not be made, after all others are.
  func make(_ paths: [String], in directory: String) throws(Diagnostics) -> Int {
    let work = paths.flatMap { path in formats.map { (path, $0) } }
    let failures = ConcurrentWork.map(work.count) { [self] place -> Diagnostic? in
      let (path, format) = work[place]
      // A name that begins with a hyphen would be read as an option.
      let source = "\(directory.hasPrefix("-") ? "./" : "")\(directory)/\(path)"
      let target = "\(source.dropLast(4)).\(format.rawValue)"
      let answer = BoundedCommand(
        renderer.path, renderer.program.arguments(format, from: source, to: target), seconds: Self.seconds
      ).run()
      guard answer.ending != .exited(0) || !TextFile.isFile(target) else { return nil }
      let words = answer.err.split(separator: "\n").last.map { ": \($0)" } ?? ""
      return Diagnostic(
        "\(renderer.program.rawValue) did not make \(format.rawValue.uppercased()) of it\(words)", in: source)
    }.compactMap(\.self)
    guard failures.isEmpty else { throw Diagnostics(failures) }
    return work.count
  }
}
