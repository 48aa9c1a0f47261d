internal import CHRFiles
package import HRSupport

/// SHA-256 of texts and files, as 64 lower-case hexadecimal digits; tells whether data are the same.
package enum ContentHash {
  package static func digest(of bytes: [UInt8]) -> String { hexadecimal(self.bytes(of: bytes)) }

  /// The 32 bytes of the digest.
  package static func bytes(of bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.add($0) }
    return hash.end()
  }

  /// Returns one digest for several files: of one file its own, of several the digest of their concatenated digests.
  package static func joint(_ digests: [String]) -> String {
    digests.count == 1 ? digests[0] : digest(of: Array(digests.joined().utf8))
  }

  /// Returns the digest of a file's bytes, read in blocks that fit into the cache.
  package static func digest(ofFile path: String) throws(Diagnostics) -> String {
    let descriptor: Int32
    do throws(RegularFile.Refusal) {
      descriptor = try RegularFile.descriptor(path)
    } catch {
      switch error {
      case .otherKind(let kind): throw Diagnostics("expected a file, found \(kind)", in: path)
      case .system: throw Diagnostics("the file cannot be opened", in: path)
      }
    }
    defer { close(descriptor) }
    var hash = SHA256()
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Diagnostics("the file cannot be read to its end", in: path) }
      guard count > 0 else { return hexadecimal(hash.end()) }
      piece.withUnsafeBytes { hash.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  fileprivate static func hexadecimal(_ digest: [UInt8]) -> String {
    digest.map { String($0, radix: 16).zeroPadded(to: 2) }.joined()
  }
}

/// SHA-256 of bytes that arrive in pieces.
package struct ContentDigest {
  private var hash = SHA256()

  package init() {}

  package mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { hash.add($0) } }

  /// Returns 64 hexadecimal digits; no bytes may be added afterwards.
  package mutating func end() -> String { ContentHash.hexadecimal(hash.end()) }
}

/// The system's SHA-256 (FIPS 180-4).
private struct SHA256 {
  private var hash = hr_sha256()

  init() { hr_sha256_begin(&hash) }

  mutating func add(_ bytes: UnsafeRawBufferPointer) { hr_sha256_add(&hash, bytes.baseAddress, bytes.count) }

  /// Returns 32 bytes; no bytes may be added afterwards.
  mutating func end() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      hr_sha256_end(&hash, buffer.baseAddress)
      count = 32
    }
  }
}
