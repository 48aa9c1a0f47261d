import Foundation
import HRNumerics
import HRSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

/// Clips with damage that no camera makes: read whole, or refused with a reason.
@Suite(.readsVideo) struct DamagedClipTests {
  private static let clips = [
    "h264-variable.mp4", "h265-420p10-bt2020.mkv", "mjpeg-422.avi", "vp9.webm", "h264-transport.ts",
    "mjpeg-422-rotated-90.mov",
  ]

  /// One kind of damage, by the seed.
  private static func damaged(_ source: [UInt8], _ seed: Int) -> [UInt8] {
    var stream = RandomStream(seed: UInt64(seed), ["damaged clip"])
    var bytes = source
    func place(_ low: Int = 0) -> Int { low + stream.index(below: max(1, bytes.count - low)) }
    switch seed % 8 {
    case 0: return Array(bytes.prefix(place()))
    case 1: for _ in 0..<5 { bytes[place(1000)] ^= 1 << UInt8(stream.index(below: 8)) }
    case 2:
      for _ in 0..<5 { bytes[stream.index(below: min(1000, bytes.count))] = UInt8(stream.index(below: 256)) }
    case 3:
      let start = place()
      for index in start..<min(start + 400, bytes.count) { bytes[index] = 0 }
    case 4: bytes.removeSubrange(place()..<bytes.count)
    case 5: bytes += bytes.suffix(place())
    case 6:
      // Large numbers where sizes, lengths and times are.
      for _ in 0..<3 {
        let start = stream.index(below: max(1, bytes.count - 8))
        for index in start..<min(start + 4, bytes.count) { bytes[index] = index == start ? 0x7F : 0xFF }
      }
    default:
      let start = place()
      bytes.removeSubrange(start..<min(start + 1 + stream.index(below: 200), bytes.count))
    }
    return bytes
  }

  private static let seeds = Array(0..<(LongTests.areWanted ? 100 : 8))

  @Test(arguments: clips) func isReadOrRefused(_ name: String) throws {
    let source = [UInt8](try Data(contentsOf: URL(filePath: "\(ClipStudy.folder)/\(name)")))
    let folder = try TemporaryFolder()
    for seed in Self.seeds { try folder.write("\(seed)-\(name)", bytes: Self.damaged(source, seed)) }
    let study = try ClipStudy("{recording}-\(name)", root: folder.path)
    var refused = 0
    for entry in study.dataset.recordings {
      do throws(Diagnostics) {
        let recording = try study.dataset.load(entry)
        let values = [ChannelKind.red, .green, .blue].flatMap { recording.channels[$0]?.values ?? [] }
        #expect(!values.isEmpty && values.allSatisfy { (0...255).contains($0) }, "\(entry.id)")
      } catch {
        refused += 1
        for problem in error.list {
          #expect(!problem.message.contains(" @ 0x") && problem.message.count > 10, "\(problem.message)")
        }
      }
    }
    #expect(refused > 0)
    // Nothing is written beside them.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == Self.seeds.count)
  }
}
