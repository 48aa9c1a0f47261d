internal import HRSupport

/// Length-prefixed frames over a file descriptor: four bytes of little-endian length, a kind, the payload.
struct FramePipe: Sendable {
  struct Frame: Sendable {
    let kind: UInt8
    let payload: [UInt8]
  }

  enum Failure: Error {
    /// The other side closed its end, or died.
    case closed
    /// No bytes were received or accepted within the allowed time.
    case silent
    /// The received bytes are no frame.
    case garbled
  }

  /// Largest length of a valid frame; a larger one means a damaged stream.
  private static let largestFrame = 1 << 30

  let descriptor: Int32

  /// - Parameter seconds: longest wait until each piece is accepted; `nil` waits for ever.
  func send(_ kind: UInt8, _ payload: [UInt8], within seconds: Double? = nil) throws(Failure) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(payload.count + 5)
    withUnsafeBytes(of: UInt32(clamping: payload.count + 1).littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(kind)
    bytes.append(contentsOf: payload)
    var sent = 0
    while sent < bytes.count {
      var piece = bytes.count - sent
      if let seconds {
        guard try isReady(POLLOUT, within: seconds) else { continue }
        // A pipe that is ready takes a page without blocking.
        piece = min(piece, 4096)
      }
      let count = bytes.withUnsafeBytes { buffer in
        write(descriptor, UnsafeRawBufferPointer(rebasing: buffer[sent...]).baseAddress, piece)
      }
      if count > 0 {
        sent += count
      } else if errno != EINTR {
        throw .closed
      }
    }
  }

  /// - Parameter seconds: longest wait for each piece; `nil` waits for ever.
  func receive(within seconds: Double? = nil) throws(Failure) -> Frame {
    let head = try bytes(4, within: seconds)
    let length = head.reversed().reduce(0) { $0 << 8 | Int(clamping: $1) }
    guard length >= 1, length <= Self.largestFrame else { throw .garbled }
    let body = try bytes(length, within: seconds)
    return Frame(kind: body[0], payload: Array(body.dropFirst()))
  }

  private func bytes(_ wanted: Int, within seconds: Double?) throws(Failure) -> [UInt8] {
    // The buffer grows as bytes arrive: a damaged length must not cost a gigabyte.
    var result: [UInt8] = []
    var received = 0
    while received < wanted {
      if let seconds {
        guard try isReady(POLLIN, within: seconds) else { continue }
      }
      if received == result.count {
        result.append(contentsOf: repeatElement(0, count: min(wanted - received, max(1 << 16, received))))
      }
      let count = result.withUnsafeMutableBytes { buffer in
        let available = UnsafeMutableRawBufferPointer(rebasing: buffer[received...])
        return read(descriptor, available.baseAddress, available.count)
      }
      if count > 0 {
        received += count
      } else if count == 0 || errno != EINTR {
        throw .closed
      }
    }
    return result
  }

  /// - Returns: `false` when a signal cut the wait short.
  private func isReady(_ event: Int32, within seconds: Double) throws(Failure) -> Bool {
    let ready = Descriptor.poll(descriptor, event, milliseconds: Int32(saturating: seconds * 1000))
    if ready == 0 { throw .silent }
    return ready > 0 || errno != EINTR
  }
}

/// Kinds of the frames between a command and its workers.
enum WorkerMessage {
  // To the worker.
  static let setUp: UInt8 = 1
  static let question: UInt8 = 2
  // From the worker.
  static let ready: UInt8 = 3
  static let refused: UInt8 = 4
  static let answer: UInt8 = 5
  /// The recording has been read; the answer follows.
  static let read: UInt8 = 6
  /// The HDF5 library is about to end the worker: the call that it was in.
  static let crash: UInt8 = 7
  /// It waits for a program in another language; the answer follows.
  static let waiting: UInt8 = 8
}
