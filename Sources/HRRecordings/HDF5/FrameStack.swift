internal import HRSupport

/// Camera frames of whole 8-bit codes. They are made one at a time during the writing, so the stack may exceed the
/// memory.
package struct FrameStack {
  package let count: Int
  package let height: Int
  package let width: Int
  package let sampleRate: Double
  /// Pixels of a frame: rows × columns × red, green, blue.
  package let pixels: (Int) -> [UInt8]

  package init(
    count: Int, height: Int, width: Int, sampleRate: Double, pixels: @escaping (Int) -> [UInt8]
  ) {
    self.count = count
    self.height = height
    self.width = width
    self.sampleRate = sampleRate
    self.pixels = pixels
  }

  /// Number of colours: red, green and blue.
  static let colours = 3
  /// Bytes of a chunk, unless a single frame has more. Chunks have whole frames, so no reader decompresses one twice.
  private static let usualChunkBytes = 1 << 18

  /// Number of frames compressed together.
  private var framesPerChunk: Int {
    max(1, min(count, Self.usualChunkBytes / max(1, height * width * Self.colours)))
  }

  /// Writes `/camera/frames`.
  func write(into file: borrowing HDF5Writer) throws(Diagnostics) {
    let object = "/camera/frames"
    try file.group("/camera")
    try file.makeBytes(
      dimensions: [count, height, width, Self.colours], chunk: framesPerChunk, gzip: 4, at: object)
    var first = 0
    while first < count {
      let end = min(first + framesPerChunk, count)
      try file.write(bytes: (first..<end).flatMap(pixels), from: first, count: end - first, to: object)
      first = end
    }
    try file.attribute("sample_rate", sampleRate, of: object)
    try file.attribute("start_time", 0, of: object)
    try file.attribute("unit", "code 0-255", of: object)
  }
}
