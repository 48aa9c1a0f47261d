internal import Foundation

/// Length-prefixed frames over a file descriptor: four bytes of little-endian length, a kind, the payload.
struct FramePipe: Sendable {
  struct Frame: Sendable {
    let kind: UInt8
    let payload: [UInt8]
  }

  enum Failure: Error {
    /// The other side closed its end, or died.
    case closed
    /// Nothing came for the allowed time.
    case silent
  }

  /// No honest frame is larger; a length beyond it is a damaged stream.
  private static let largestFrame = 1 << 30

  let descriptor: Int32

  func send(_ kind: UInt8, _ payload: [UInt8]) throws(Failure) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(payload.count + 5)
    withUnsafeBytes(of: UInt32(payload.count + 1).littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(kind)
    bytes.append(contentsOf: payload)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        write(descriptor, UnsafeRawBufferPointer(rebasing: buffer[sent...]).baseAddress, bytes.count - sent)
      }
      if count > 0 {
        sent += count
      } else if errno != EINTR {
        throw .closed
      }
    }
  }

  /// - Parameter seconds: how long to wait for each piece; `nil` waits for ever.
  func receive(within seconds: Double? = nil) throws(Failure) -> Frame {
    let head = try bytes(4, within: seconds)
    let length = Int(head[0]) | Int(head[1]) << 8 | Int(head[2]) << 16 | Int(head[3]) << 24
    guard length >= 1, length <= Self.largestFrame else { throw .closed }
    let body = try bytes(length, within: seconds)
    return Frame(kind: body[0], payload: Array(body.dropFirst()))
  }

  private func bytes(_ wanted: Int, within seconds: Double?) throws(Failure) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: wanted)
    var received = 0
    while received < wanted {
      if let seconds {
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let ready = poll(&poller, 1, Int32(min(seconds * 1000, Double(Int32.max))))
        if ready == 0 { throw .silent }
        if ready < 0, errno == EINTR { continue }
      }
      let count = result.withUnsafeMutableBytes { buffer in
        read(
          descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[received...]).baseAddress,
          wanted - received)
      }
      if count > 0 {
        received += count
      } else if count == 0 || errno != EINTR {
        throw .closed
      }
    }
    return result
  }
}

/// What travels between a run and its workers.
enum WorkerMessage {
  // To the worker.
  static let setUp: UInt8 = 1
  static let unit: UInt8 = 2
  // From the worker.
  static let ready: UInt8 = 3
  static let refused: UInt8 = 4
  static let result: UInt8 = 5
}
