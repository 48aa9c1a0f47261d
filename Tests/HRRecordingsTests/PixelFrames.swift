import HRSupport

@testable import HRRecordings

/// The frames of Oracles/pixel_means_oracle.py, in any order of dimensions, with their descriptor.
struct PixelFrames {
  var dimensions = "NHWC"
  /// Colours of the file's planes (0 red, 1 green, 2 blue); 3 is a plane that is not used.
  var planes = [0, 1, 2]
  var element = HDF5Writer.Element.uint8
  var chunk = 0

  static let extent: [Character: Int] = ["N": 7, "H": 10, "W": 12]

  static func pixel(_ n: Int, _ y: Int, _ x: Int, _ c: Int) -> Int {
    let sum = 31 * n + 17 * y + 5 * x * y + 53 * c
    return (sum + n * x * (c + 1)) % 256
  }

  private var shape: [Int] { dimensions.map { Self.extent[$0] ?? planes.count } }

  private var values: [Double] {
    let shape = shape
    let letters = Array(dimensions)
    return (0..<shape.reduce(1, *)).map { position in
      var rest = position
      var at: [Character: Int] = [:]
      for (letter, size) in zip(letters, shape).reversed() {
        at[letter] = rest % size
        rest /= size
      }
      let plane = planes[at["C"] ?? 0]
      return Double(Self.pixel(at["N"] ?? 0, at["H"] ?? 0, at["W"] ?? 0, plane))
    }
  }

  func write(to path: String) throws {
    let file = try HDF5Writer(path)
    try file.group("/camera")
    try file.write(
      values, dimensions: shape, as: element, chunk: chunk, gzip: chunk > 0 ? 4 : 0, to: "/camera/frames")
    try file.attribute("fps", 30, of: "/camera/frames")
    try file.write((0..<7).map { 1 + 0.04 * Double($0) }, to: "/camera/t")
    try file.finish()
  }

  /// - Parameter frames: members of `"frames"` besides the object, its dimensions and its rate.
  func files(_ frames: String = "", rate: String = #""sampleRate": { "attribute": "fps" }"#) throws
    -> LoadedFolder
  {
    let more = frames.isEmpty ? "" : ", " + frames
    let loaded = try LoadedFolder(
      #"""
      "files": [ "{recording}.h5" ],
      "frames": { "object": "/camera/frames", "dimensions": "\#(dimensions)", \#(rate)\#(more) }
      """#, [])
    try write(to: loaded.folder.path + "/r.h5")
    return loaded
  }
}
