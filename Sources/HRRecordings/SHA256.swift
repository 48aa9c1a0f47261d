internal import Foundation
package import HRDiagnostics

/// The secure hash of FIPS PUB 180-4 (NIST, 2015), section 6.2, fed piece by piece.
package struct SHA256: Sendable {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// Bytes that do not fill a block yet; fewer than 64.
  private var pending: [UInt8] = []
  private var byteCount: UInt64 = 0

  package init() {}

  package mutating func update(_ bytes: [UInt8]) {
    byteCount += UInt64(bytes.count)
    var start = 0
    if !pending.isEmpty {
      start = min(64 - pending.count, bytes.count)
      pending += bytes[..<start]
      guard pending.count == 64 else { return }
      Self.compress(pending, from: 0, into: &state)
      pending.removeAll(keepingCapacity: true)
    }
    while start + 64 <= bytes.count {
      Self.compress(bytes, from: start, into: &state)
      start += 64
    }
    pending += bytes[start...]
  }

  /// The digest as 64 lower-case hexadecimal digits.
  package func digest() -> String {
    var copy = self
    var padding: [UInt8] = [0x80]
    let used = (pending.count + 1) % 64
    padding += [UInt8](repeating: 0, count: used <= 56 ? 56 - used : 120 - used)
    let bits = byteCount &* 8
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      padding.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    copy.update(padding)
    return copy.state.map { word in
      let hex = String(word, radix: 16)
      return String(repeating: "0", count: 8 - hex.count) + hex
    }.joined()
  }

  package static func digest(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.digest()
  }

  /// The digest of a file's bytes, read in pieces of a mebibyte.
  package static func digest(ofFile path: String) throws(Diagnostic) -> String {
    guard !DirectoryListing.isDirectory(path) else {
      throw Diagnostic("expected a file, found a folder", place: .init(file: path))
    }
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw Diagnostic("the file cannot be opened", place: .init(file: path))
    }
    defer { try? handle.close() }
    var hash = SHA256()
    do {
      while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
        hash.update([UInt8](piece))
      }
    } catch {
      throw Diagnostic("the file cannot be read to its end", place: .init(file: path))
    }
    return hash.digest()
  }

  /// The 64 rounds, eight at a time, so that the working variables change names instead of moving.
  private static func compress(_ bytes: [UInt8], from start: Int, into state: inout [UInt32]) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      bytes.withUnsafeBytes { raw in
        for i in 0..<16 {
          schedule[i] = UInt32(bigEndian: raw.loadUnaligned(fromByteOffset: start + 4 * i, as: UInt32.self))
        }
      }
      for i in 16..<64 {
        let a = schedule[i - 15]
        let b = schedule[i - 2]
        let first = rotated(a, 7) ^ rotated(a, 18) ^ (a >> 3)
        let second = rotated(b, 17) ^ rotated(b, 19) ^ (b >> 10)
        schedule[i] = schedule[i - 16] &+ first &+ schedule[i - 7] &+ second
      }
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      var (e, f, g, h) = (state[4], state[5], state[6], state[7])
      constants.withUnsafeBufferPointer { constants in
        for i in stride(from: 0, to: 64, by: 8) {
          round(a, b, c, &d, e, f, g, &h, constants[i] &+ schedule[i])
          round(h, a, b, &c, d, e, f, &g, constants[i + 1] &+ schedule[i + 1])
          round(g, h, a, &b, c, d, e, &f, constants[i + 2] &+ schedule[i + 2])
          round(f, g, h, &a, b, c, d, &e, constants[i + 3] &+ schedule[i + 3])
          round(e, f, g, &h, a, b, c, &d, constants[i + 4] &+ schedule[i + 4])
          round(d, e, f, &g, h, a, b, &c, constants[i + 5] &+ schedule[i + 5])
          round(c, d, e, &f, g, h, a, &b, constants[i + 6] &+ schedule[i + 6])
          round(b, c, d, &e, f, g, h, &a, constants[i + 7] &+ schedule[i + 7])
        }
      }
      state[0] &+= a
      state[1] &+= b
      state[2] &+= c
      state[3] &+= d
      state[4] &+= e
      state[5] &+= f
      state[6] &+= g
      state[7] &+= h
    }
  }

  /// One round; `d` and `h` take the roles of e and a in the next.
  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
    _ h: inout UInt32, _ input: UInt32
  ) {
    let upper = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    let one = h &+ upper &+ (g ^ (e & (f ^ g))) &+ input
    let lower = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    d = d &+ one
    h = one &+ lower &+ ((a & b) | (c & (a | b)))
  }

  @inline(__always)
  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }

  /// First 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
