/// Hue, saturation and value of a colour.
struct HueColour: Equatable, Sendable {
  /// Degrees, 0 up to 360; 0 for grey.
  let hueDegrees: Double
  /// Difference of the largest and smallest part, by the largest: 0…1; 0 for black.
  let saturation: Double
  /// The largest part.
  let value: Double

  /// - Parameters: parts of 0…1.
  init(red: Double, green: Double, blue: Double) {
    let most = max(red, green, blue)
    let difference = most - min(red, green, blue)
    value = most
    saturation = most > 0 ? difference / most : 0
    if difference == 0 {
      hueDegrees = 0
    } else if most == red {
      let hue = 60 * (green - blue) / difference
      hueDegrees = hue < 0 ? hue + 360 : hue
    } else if most == green {
      hueDegrees = 60 * (2 + (blue - red) / difference)
    } else {
      hueDegrees = 60 * (4 + (red - green) / difference)
    }
  }

  /// Creates a colour from a camera's frame means of 0…255.
  init(red255: Double, green255: Double, blue255: Double) {
    self.init(red: red255 / 255, green: green255 / 255, blue: blue255 / 255)
  }

  /// True if a lit finger covers the lens by the tutorial's rule: saturation and value both above a half.
  var showsFinger: Bool { saturation > 0.5 && value > 0.5 }
}
