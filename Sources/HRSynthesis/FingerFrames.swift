internal import HRNumerics
internal import RealModule

/// The frames of a finger camera, pixel by pixel: the channel's mean of ``FingerCamera``, spread over the frame by a
/// ``FingerPattern``.
///
/// A pixel is `finger · mean + open · ambient + noise`, rounded to whole 8-bit codes (half away from zero) and clipped to
/// 0…255. `mean` is the channel's in that frame with pulse, breathing, drift and the noise that all pixels share.
/// `ambient` is the ambient light, which has no pulse and wobbles slowly. The noise is normal with a standard deviation of
/// ``FingerCamera/pixelNoiseCodes``, independent from pixel to pixel, colour to colour and frame to frame, whatever the
/// size of the frame (a camera that makes small frames by averaging has less). Levels and ranges of the ambient light
/// are our choice and not measured.
///
/// So the channel `red` is the brightest pixel's without its noise. A mean over pixels that the finger covers has the
/// channel's share of pulse at a lower level; a mean over the whole frame has less, because the open strip has none.
///
/// Each frame is a pure function of its place.
package struct FingerFrames: Sendable {
  /// Mean codes of the ambient light where nothing covers the lens.
  static let roomCodes = [110.0, 100, 90]
  /// Factor on these codes, one for each recording.
  static let roomLevel = 0.6...1.2
  /// Share by which they rise and fall.
  static let wobble = 0.05...0.2
  /// Frequency of the wobble, below the slowest heart rate that is searched.
  static let wobbleHz = 0.05...0.25

  package let size: FrameSize
  package let count: Int
  package let sampleRate: Double
  /// Means of red, green and blue, one for each frame.
  let means: [[Double]]
  let pattern: FingerPattern
  private let ambient: (level: Double, wobble: Double, hz: Double, phase: Double)
  private let source: SynthesisSource

  init(_ size: FrameSize, means: [[Double]], sampleRate: Double, source: SynthesisSource) {
    self.size = size
    self.means = means
    self.sampleRate = sampleRate
    self.source = source
    count = means.map(\.count).min() ?? 0
    var traits = source.stream("camera frames")
    pattern = FingerPattern(size, &traits)
    ambient = (
      traits.uniform(in: Self.roomLevel), traits.uniform(in: Self.wobble), traits.uniform(in: Self.wobbleHz),
      2 * .pi * traits.uniform()
    )
  }

  /// The ambient light in each colour, in codes.
  func ambient(at frame: Int) -> [Double] {
    let angle = 2 * .pi * ambient.hz * Double(frame) / sampleRate + ambient.phase
    let now = ambient.level * (1 + ambient.wobble * Double.sin(angle))
    return Self.roomCodes.map { $0 * now }
  }

  /// Pixels in the order rows × columns × red, green, blue.
  ///
  /// - Parameter frame: from 0 to below ``count``.
  package func pixels(_ frame: Int) -> [UInt8] {
    var noise = source.stream("camera pixels \(frame)")
    let means = means.map { $0[frame] }
    let ambient = ambient(at: frame)
    var codes: [UInt8] = []
    codes.reserveCapacity(size.pixels * FrameSize.colours)
    for pixel in 0..<size.pixels {
      let (finger, open) = (pattern.finger[pixel], pattern.open[pixel])
      for colour in 0..<FrameSize.colours {
        let code =
          finger * means[colour] + open * ambient[colour] + FingerCamera.pixelNoiseCodes * noise.normal()
        codes.append(UInt8(clamping: Int(saturating: code.rounded())))
      }
    }
    return codes
  }
}

/// Width and height of camera frames in pixels.
package struct FrameSize: Equatable, Sendable {
  package let width: Int
  package let height: Int

  /// Allowed length of each side: one pixel would have no edge, and 640 is the longer side of VGA.
  package static let allowed = 2...640
}

extension FrameSize {
  /// Reads `"48x36"`; `nil` if the text is not two whole numbers with an x between them.
  package init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, sides.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      let width = Int(sides[0], radix: 10), let height = Int(sides[1], radix: 10)
    else { return nil }
    self.init(width: width, height: height)
  }

  package var pixels: Int { width * height }

  package static let colours = 3
}

/// Cover of a camera by a finger: each pixel's share of the finger's light and of ambient light, constant over a
/// recording.
///
/// The shape and the ranges below were tuned to three conditions only: the brightest pixel is clipped by nothing but
/// its noise, the centre half is covered wholly, and the mean of the whole frame still passes the hue systems' finger
/// gate. None of it is measured on phones.
///
/// - The lamp is at one of the four sides, drawn for each recording. Light falls evenly from there to the far side, by
///   a share of `fall`.
/// - Lenses darken the edges: by `vignetting` in the corners, with the square of the distance from the middle.
/// - The finger does not reach the side opposite the lamp: over a strip of `strip` of the frame its cover falls
///   smoothly from 1 to 0. It is 3u² − 2u³, u being the distance from the edge in widths of the strip. The open part
///   shows ambient light.
struct FingerPattern: Equatable, Sendable {
  static let fall = 0.15...0.3
  static let vignetting = 0.15...0.3
  /// Width of the strip as a share of the side's length; below a quarter, so that the centre half is covered.
  static let strip = 0.15...0.24

  /// Per pixel, row by row: the finger's light as a share of the channel's mean; 1 in the brightest pixel.
  let finger: [Double]
  /// Per pixel: the share of it that the finger leaves open.
  let open: [Double]

  init(_ size: FrameSize, _ traits: inout RandomStream) {
    let side = traits.index(below: 4)
    let fall = traits.uniform(in: Self.fall)
    let vignetting = traits.uniform(in: Self.vignetting)
    let strip = traits.uniform(in: Self.strip)
    var (light, open): ([Double], [Double]) = ([], [])
    light.reserveCapacity(size.pixels)
    open.reserveCapacity(size.pixels)
    for row in 0..<size.height {
      for column in 0..<size.width {
        // Middles of pixels, in shares of the frame.
        let x = (Double(column) + 0.5) / Double(size.width)
        let y = (Double(row) + 0.5) / Double(size.height)
        let fromLamp = [x, y, 1 - x, 1 - y][side]
        let corner = 2 * ((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5))
        let depth = min((1 - fromLamp) / strip, 1)
        let cover = depth * depth * (3 - 2 * depth)
        light.append((1 - fall * fromLamp) * (1 - vignetting * corner) * cover)
        open.append(1 - cover)
      }
    }
    let brightest = light.reduce(0, max)
    finger = light.map { $0 / brightest }
    self.open = open
  }
}
