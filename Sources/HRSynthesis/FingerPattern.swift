internal import HRNumerics
internal import HRSignals

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
