internal import HRPlugins

/// Rule by which a published hue app detects a lit finger on the lens, and the hue it then reads.
enum FingerGate: String, CaseIterable, Sendable {
  /// The "Pulse" app's: see ``hueDegrees(of:)``.
  case app
  /// The "PubNub" tutorial's: ``HueColour/showsFinger``.
  case tutorial

  /// The hue of a frame that shows a finger, in degrees; `nil` for one that does not.
  ///
  /// The tutorial takes the colour as it is. The app first rounds each mean to a whole level of 0…255 (halves up); its
  /// saturation is (most − least) by the *least*, beyond every bound where that is 0 and something shines, and its
  /// value is the largest level itself. Both must be above a half, which for the value means any light at all.
  ///
  /// - Parameter frame: means of red, green and blue, 0…255. One that is not finite shows no finger.
  func hueDegrees(of frame: Frame) -> Double? {
    let levels = [frame[0], frame[1], frame[2]]
    guard levels.allSatisfy(\.isFinite) else { return nil }
    switch self {
    case .tutorial:
      let colour = HueColour(red255: levels[0], green255: levels[1], blue255: levels[2])
      return colour.showsFinger ? colour.hueDegrees : nil
    case .app:
      let whole = levels.map { min(max($0, 0), 255).rounded() }
      guard let most = whole.max(), let least = whole.min(), most > 0.5 else { return nil }
      let saturation = least > 0 ? (most - least) / least : .infinity
      guard saturation > 0.5 else { return nil }
      return HueColour(red255: whole[0], green255: whole[1], blue255: whole[2]).hueDegrees
    }
  }
}

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
