import Foundation
import HRTestSupport
import Testing

@testable import HRReporting

extension RunFile {
  /// The written file as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  var bytes: Data {
    do {
      return try withTemporaryFolder { folder in
        try write(to: folder + "/file")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
        return try Data(contentsOf: URL(fileURLWithPath: folder + "/file"))
      }
    } catch {
      Issue.record(error, "\(path)")
      return Data()
    }
  }
}
