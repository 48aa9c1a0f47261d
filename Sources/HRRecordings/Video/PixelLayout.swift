/// Arrangement of the numbers of a frame, as ffmpeg names it: `yuv420p10le`.
///
/// Frames come from ffmpeg in planes of whole numbers. Formats that interleave their planes are asked for in planes,
/// which moves numbers and changes none.
struct PixelLayout: Hashable, Sendable {
  enum Model: Hashable, Sendable {
    /// One plane of light.
    case grey
    /// Planes of green, blue and red, in this order.
    case rgb
    /// A plane of luma and two of colour differences (blue, red).
    case luma
  }

  let model: Model
  /// Bits of a number: 8 to 16; numbers of more than 8 take two bytes, the low one first.
  let bits: Int
  /// Binary logarithms of how many pixels of a row, and of a column, share a colour difference.
  let chromaShift: (x: Int, y: Int)
  /// Name of the format that ffmpeg is asked for.
  let asked: String
  /// True for formats whose name says that their numbers use the full range.
  let isFullByName: Bool

  var bytesPerNumber: Int { bits > 8 ? 2 : 1 }

  static func == (a: Self, b: Self) -> Bool { a.asked == b.asked }
  func hash(into hasher: inout Hasher) { hasher.combine(asked) }

  private init(
    _ model: Model, bits: Int = 8, shift: (x: Int, y: Int) = (0, 0), asked: String, isFull: Bool = false
  ) {
    (self.model, self.bits, chromaShift, self.asked, isFullByName) = (model, bits, shift, asked, isFull)
  }

  /// - Parameter name: name of a pixel format of ffmpeg.
  /// - Returns: `nil` for formats that are not read.
  init?(ffmpeg name: String) {
    if let known = Self.interleaved[name] {
      self = known
      return
    }
    let plain = name.replacing("yuvj", with: "yuv").replacing("yuva", with: "yuv").replacing(
      "gbrap", with: "gbrp")
    guard let (stem, bits) = Self.parts(of: plain) else { return nil }
    let asked = stem + (bits > 8 ? "\(bits)le" : "")
    if stem == "gray" {
      self.init(.grey, bits: bits, asked: asked)
    } else if stem == "gbrp" {
      self.init(.rgb, bits: bits, asked: asked)
    } else if let shift = Self.shifts[stem] {
      let isFull = name.hasPrefix("yuvj")
      self.init(.luma, bits: bits, shift: shift, asked: isFull ? name : asked, isFull: isFull)
    } else {
      return nil
    }
  }

  /// Returns the name without depth and order of bytes, and the depth: `("yuv420p", 10)` of `yuv420p10be`.
  private static func parts(of name: String) -> (stem: String, bits: Int)? {
    guard name.hasSuffix("le") || name.hasSuffix("be") else { return (name, 8) }
    let stem = name.dropLast(2)
    // Digits at the end are the depth; those before "p" belong to the name.
    let digits = stem.reversed().prefix { $0.isNumber }.count
    guard let bits = Int(stem.suffix(digits), radix: 10), (9...16).contains(bits) else { return nil }
    return (String(stem.dropLast(digits)), bits)
  }

  private static let shifts: [String: (x: Int, y: Int)] = [
    "yuv444p": (0, 0), "yuv422p": (1, 0), "yuv420p": (1, 1), "yuv440p": (0, 1), "yuv411p": (2, 0),
    "yuv410p": (2, 2),
  ]

  /// Formats that do not keep their planes apart.
  private static let interleaved: [String: PixelLayout] = {
    var known: [String: PixelLayout] = [:]
    func add(_ names: [String], _ layout: PixelLayout?) {
      for name in names { known[name] = layout }
    }
    add(["nv12", "nv21"], PixelLayout(.luma, shift: (1, 1), asked: "yuv420p"))
    add(["nv16"], PixelLayout(.luma, shift: (1, 0), asked: "yuv422p"))
    add(["nv24", "nv42"], PixelLayout(.luma, asked: "yuv444p"))
    add(["p010le", "p010be"], PixelLayout(.luma, bits: 10, shift: (1, 1), asked: "yuv420p10le"))
    add(["yuyv422", "uyvy422", "yvyu422"], PixelLayout(.luma, shift: (1, 0), asked: "yuv422p"))
    add(
      [
        "rgb24", "bgr24", "rgb0", "bgr0", "0rgb", "0bgr", "rgba", "bgra", "argb", "abgr", "pal8",
      ], PixelLayout(.rgb, asked: "gbrp"))
    add(["rgb48le", "rgb48be", "rgba64le", "rgba64be"], PixelLayout(.rgb, bits: 16, asked: "gbrp16le"))
    add(["ya8"], PixelLayout(.grey, asked: "gray"))
    return known
  }()

  /// Columns and rows of the planes of colour differences; those at an edge may cover fewer pixels.
  func chromaSize(width: Int, height: Int) -> (width: Int, height: Int) {
    (
      (width + (1 << chromaShift.x) - 1) >> chromaShift.x,
      (height + (1 << chromaShift.y) - 1) >> chromaShift.y
    )
  }

  /// Bytes of a frame in planes, without padding.
  func frameBytes(width: Int, height: Int) -> Int {
    let chroma = chromaSize(width: width, height: height)
    let numbers =
      switch model {
      case .grey: width * height
      case .rgb: 3 * width * height
      case .luma: width * height + 2 * chroma.width * chroma.height
      }
    return numbers * bytesPerNumber
  }
}
