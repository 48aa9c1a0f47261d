/// Meaning of a clip's numbers: how luma and colour differences are made of red, green and blue, and which number is
/// black and which is white.
struct ColourRule: Hashable, Sendable {
  /// Weights of red, green and blue in luma.
  enum Matrix: String, CaseIterable, Sendable {
    /// ITU-R BT.601.
    case bt601
    /// ITU-R BT.709.
    case bt709
    /// ITU-R BT.2020, non-constant luminance.
    case bt2020
    /// SMPTE 240M.
    case smpte240m
    /// FCC 1953.
    case fcc

    /// Weights of red and blue; green has the rest.
    var weights: (red: Double, blue: Double) {
      switch self {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      case .smpte240m: (0.212, 0.087)
      case .fcc: (0.30, 0.11)
      }
    }

    /// Selects the matrix by ffmpeg's name of a colour space; `nil` for those that no matrix makes.
    init?(ffmpeg name: String) {
      switch name {
      case "smpte170m", "bt470bg": self = .bt601
      case "bt709": self = .bt709
      case "bt2020nc": self = .bt2020
      case "smpte240m": self = .smpte240m
      case "fcc": self = .fcc
      default: return nil
      }
    }

    /// Matrix of a clip that states none: that of standard television below 720 lines, else that of high definition.
    static func guessed(lines: Int) -> Matrix { lines < 720 ? .bt601 : .bt709 }
  }

  enum Range: String, CaseIterable, Sendable {
    /// Black and white are 16 and 235 of 8 bits; colour differences go from 16 to 240.
    case limited
    /// All numbers are used.
    case full

    /// Range of a clip that states none: the limited one of television, but all numbers of cameras that give grey.
    static func guessed(_ model: PixelLayout.Model) -> Range { model == .grey ? .full : .limited }
  }

  let matrix: Matrix
  let range: Range
}

/// Conversion of the numbers of one clip's frames to red, green and blue from 0 to 255.
///
/// Red, green and blue of a pixel are R = Y + 2 (1 - Kr) Cr, B = Y + 2 (1 - Kb) Cb and
/// G = Y - 2 Kb (1 - Kb) / Kg Cb - 2 Kr (1 - Kr) / Kg Cr, each limited to 0 and 255, with Kg = 1 - Kr - Kb. Of d bits,
/// Y = 255 (y - 16 s) / (219 s) and C = 255 (c - 128 s) / (224 s) in the limited range (s = 2^(d - 8)); in the full
/// range Y = 255 y / (2^d - 1) and C = 255 (c - 2^(d - 1)) / (2^d - 1). A colour difference counts for all pixels that
/// share it. ITU-R BT.601-7, BT.709-6, BT.2020-2; full range: ITU-T T.871 (JFIF).
///
/// Sums are of whole numbers (in units of 1/65536), so they do not depend on the order of adding.
struct ColourConversion: Sendable {
  static let unit = 65536.0
  static let most: Int32 = 255 * 65536

  private let layout: PixelLayout
  /// Light of each number of luma, of grey or of a colour.
  private let light: [Int32]
  private let redOfRed: [Int32]
  private let greenOfRed: [Int32]
  private let greenOfBlue: [Int32]
  private let blueOfBlue: [Int32]

  init(_ layout: PixelLayout, _ rule: ColourRule) {
    self.layout = layout
    let count = 1 << layout.bits
    let largest = Double(count - 1)
    let step = Double(1 << (layout.bits - 8))
    // Colours are not limited in range, whatever a container says of luma.
    let isLimited = rule.range == .limited && layout.model != .rgb
    func table(_ value: (Double) -> Double) -> [Int32] {
      (0..<count).map { Int32(saturating: (value(Double($0)) * Self.unit).rounded()) }
    }
    light = table { isLimited ? 255 * ($0 - 16 * step) / (219 * step) : 255 * $0 / largest }
    let (red, blue) = rule.matrix.weights
    let green = 1 - red - blue
    func difference(_ weight: Double) -> [Int32] {
      guard layout.model == .luma else { return [] }
      let middle = 128 * step
      return table { weight * 255 * ($0 - middle) / (isLimited ? 224 * step : largest) }
    }
    redOfRed = difference(2 * (1 - red))
    greenOfRed = difference(-2 * red * (1 - red) / green)
    greenOfBlue = difference(-2 * blue * (1 - blue) / green)
    blueOfBlue = difference(2 * (1 - blue))
  }

  /// Sums over pixels, in units of 1/65536 of a level.
  struct Sums: Equatable {
    var red: Int64 = 0
    var green: Int64 = 0
    var blue: Int64 = 0
    var count = 0
  }

  /// Returns the sums over the pixels of some rows and columns of a frame.
  ///
  /// - Parameters:
  ///   - frame: its planes without padding.
  ///   - isSkin: rule on the levels of red, green and blue by which pixels count; `nil`: all do.
  func sums(
    of frame: UnsafeRawBufferPointer, width: Int, height: Int, rows: PixelSteps, columns: PixelSteps,
    mask: SkinMask? = nil
  ) -> Sums {
    layout.bits > 8
      ? sums(of: frame.bindMemory(to: UInt16.self), width, height, rows, columns, mask)
      : sums(of: frame.bindMemory(to: UInt8.self), width, height, rows, columns, mask)
  }

  @inline(__always)
  private func sums<Number: FixedWidthInteger & UnsignedInteger>(
    of numbers: UnsafeBufferPointer<Number>, _ width: Int, _ height: Int, _ rows: PixelSteps,
    _ columns: PixelSteps, _ mask: SkinMask?
  ) -> Sums {
    let last = light.count - 1
    @inline(__always) func code(_ place: Int) -> Int {
      min(Int(truncatingIfNeeded: Number(littleEndian: numbers[place])), last)
    }
    @inline(__always) func clipped(_ value: Int32) -> Int32 { min(max(value, 0), Self.most) }
    let size = width * height
    let chroma = layout.chromaSize(width: width, height: height)
    let (shiftX, shiftY) = layout.chromaShift
    let model = layout.model
    var sums = Sums()
    light.withUnsafeBufferPointer { light in
      redOfRed.withUnsafeBufferPointer { redOfRed in
        greenOfRed.withUnsafeBufferPointer { greenOfRed in
          greenOfBlue.withUnsafeBufferPointer { greenOfBlue in
            blueOfBlue.withUnsafeBufferPointer { blueOfBlue in
              for rowIndex in 0..<rows.count {
                let row = rows.first + rowIndex * rows.step
                let line = row * width
                let chromaLine = size + (row >> shiftY) * chroma.width
                for columnIndex in 0..<columns.count {
                  let column = columns.first + columnIndex * columns.step
                  var (red, green, blue): (Int32, Int32, Int32)
                  switch model {
                  case .grey:
                    red = clipped(light[code(line + column)])
                    (green, blue) = (red, red)
                  case .rgb:
                    green = light[code(line + column)]
                    blue = light[code(size + line + column)]
                    red = light[code(2 * size + line + column)]
                  case .luma:
                    let y = light[code(line + column)]
                    let place = chromaLine + (column >> shiftX)
                    let u = code(place)
                    let v = code(place + chroma.width * chroma.height)
                    red = clipped(y + redOfRed[v])
                    green = clipped(y + greenOfRed[v] + greenOfBlue[u])
                    blue = clipped(y + blueOfBlue[u])
                  }
                  if let mask, !mask.holds(red: red, green: green, blue: blue) { continue }
                  sums.red += Int64(truncatingIfNeeded: red)
                  sums.green += Int64(truncatingIfNeeded: green)
                  sums.blue += Int64(truncatingIfNeeded: blue)
                  sums.count += 1
                }
              }
            }
          }
        }
      }
    }
    return sums
  }
}

/// Evenly spaced indices of rows or columns, descending where the step is negative.
struct PixelSteps: Hashable, Sendable {
  let first: Int
  let step: Int
  let count: Int
}

/// Rule by which a pixel counts as skin.
///
/// Colour differences of 8 bits in the limited range of BT.601, Cb from 77 to 127 and Cr from 133 to 173: D. Chai and
/// K. N. Ngan, "Face segmentation using skin-color map in videophone applications", IEEE Transactions on Circuits and
/// Systems for Video Technology 9(4):551-564, 1999.
enum SkinMask: String, CaseIterable, Hashable, Sendable {
  case skin

  /// - Parameters: levels in units of 1/65536.
  @inline(__always)
  func holds(red: Int32, green: Int32, blue: Int32) -> Bool {
    let (r, g, b) = (Double(red), Double(green), Double(blue))
    let luma = 0.299 * r + 0.587 * g + 0.114 * b
    let scale = 224.0 / 255 / ColourConversion.unit
    let cb = 128 + scale * (b - luma) / (2 * (1 - 0.114))
    let cr = 128 + scale * (r - luma) / (2 * (1 - 0.299))
    return (77...127).contains(cb) && (133...173).contains(cr)
  }
}
