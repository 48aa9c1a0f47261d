import Foundation
import HRSignals

/// Colours of frames that show a finger or face with a known rate.
struct CameraFrames {
  var bpm = 72.0
  var sampleRate = 30.0
  var seconds = 30.0
  /// Reduction of red, green and blue by the pulse, as a share of their level.
  var strength = [0.006, 0.02, 0.012]
  /// Slow changes of brightness, the same share of all channels.
  var flicker = 0.01

  var colours: [[Double]] {
    let count = Int((seconds * sampleRate).rounded())
    let train = PulseTrain(bpm: bpm, sampleRate: sampleRate)
    return zip([180.0, 95, 60], strength).map { level, strength in
      (0..<count).map { index in
        let time = Double(index) / sampleRate
        return level * (1 + flicker * sin(2 * .pi * 0.31 * time + 1)) * (1 - strength * train.value(at: time))
      }
    }
  }

  var channels: Channels { Self.channels(colours, sampleRate: sampleRate) }

  static func channels(_ colours: [[Double]], sampleRate: Double, startTime: Double = 0) -> Channels {
    var channels = Channels()
    for (kind, values) in zip([ChannelKind.red, .green, .blue], colours) {
      channels[kind] = .uniform(Signal(samples: values, sampleRate: sampleRate, startTime: startTime))
    }
    return channels
  }
}
