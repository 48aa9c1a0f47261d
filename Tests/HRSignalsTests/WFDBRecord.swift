import HRTestSupport
import Foundation

/// A record of PhysioNet with its beat annotations, limited to the needs of these tests: two signals in format 212
/// (pairs of 12-bit numbers in three bytes) and an annotation file of the MIT format.
struct WFDBRecord {
  let signals: [[Double]]
  /// Sample numbers of the beats.
  let beats: [Int]

  /// - Parameter path: path of the record below the folder of data sets, without ending.
  init(_ path: String) throws {
    let file = RealData.folder.appending(path: path)
    let bytes = [UInt8](try Data(contentsOf: file.appendingPathExtension("dat")))
    var signals: [[Double]] = [[], []]
    for start in stride(from: 0, to: bytes.count - 2, by: 3) {
      let (low, middle, high) = (Int(bytes[start]), Int(bytes[start + 1]), Int(bytes[start + 2]))
      for (index, number) in [low | (middle & 0x0f) << 8, high | (middle & 0xf0) << 4].enumerated() {
        signals[index].append(Double(number > 2047 ? number - 4096 : number))
      }
    }
    self.signals = signals
    beats = Self.beats([UInt8](try Data(contentsOf: file.appendingPathExtension("atr"))))
  }

  /// Returns the beats. Each annotation is a word: 6 bits of kind, 10 bits of samples since the previous one.
  private static func beats(_ bytes: [UInt8]) -> [Int] {
    func word(_ at: Int) -> Int { Int(bytes[at]) | Int(bytes[at + 1]) << 8 }
    var beats: [Int] = []
    var (at, time) = (0, 0)
    while at + 1 < bytes.count, word(at) != 0 {
      let (kind, value) = (word(at) >> 10, word(at) & 0x3ff)
      at += 2
      switch kind {
      case 59:  // A longer time follows, its upper half first.
        time += Int(Int32(truncatingIfNeeded: word(at) << 16 | word(at + 2)))
        at += 4
      case 60...62: break  // Number, subtype and channel of the annotation before.
      case 63: at += (value + 1) / 2 * 2  // A text.
      default:
        time += value
        if (1...13).contains(kind) || [25, 30, 34, 35, 38, 41].contains(kind) { beats.append(time) }
      }
    }
    return beats
  }
}
