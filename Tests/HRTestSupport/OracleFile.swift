package import Foundation
package import HRSupport
import Synchronization

/// Figures of an independent program, from the `Oracles` folder of a test target; each file is read once.
package enum OracleFile {
  private static let read = Mutex<[String: any Sendable]>([:])

  /// - Parameter source: any file of the test target.
  package static func url(_ name: String, of source: String = #filePath) -> URL {
    let tests = ProjectFolder.url("Tests").path + "/"
    let target = source.dropFirst(tests.count).prefix { $0 != "/" }
    return URL(filePath: "\(tests)\(target)/Oracles/\(name).json")
  }

  package static func json(_ name: String, of source: String = #filePath) throws -> JSONNode {
    try json(url(name, of: source))
  }

  package static func json(_ url: URL) throws -> JSONNode {
    try once(url) { try JSONDocument(String(decoding: $0, as: UTF8.self), file: url.lastPathComponent).root }
  }

  package static func decode<Value: Decodable & Sendable>(
    _ name: String, as type: Value.Type = Value.self, of source: String = #filePath
  ) throws -> Value {
    try once(url(name, of: source)) { try JSONDecoder().decode(type, from: $0) }
  }

  private static func once<Value: Sendable>(_ url: URL, _ make: (Data) throws -> Value) throws -> Value {
    let key = "\(Value.self) \(url.path)"
    if let known = read.withLock({ $0[key] }) as? Value { return known }
    let value = try make(Data(contentsOf: url))
    read.withLock { $0[key] = value }
    return value
  }
}

extension JSONNode {
  package var numbers: [Double] { elements?.compactMap(\.number) ?? [] }
}
