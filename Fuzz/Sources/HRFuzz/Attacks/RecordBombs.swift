/// WFDB headers that claim missing content, and annotations without end.
enum RecordBombs {
  static let all: [Bomb] =
    [1_000_000, 1_000_000_000_000, 9_223_372_036_854_775_807].flatMap { count -> [Bomb] in
      [
        header("\(count) samples", "b 1 25 \(count)\nb.dat 212\n"),
        header("\(count) samples of no file", "b 1 25 \(count)\n~ 0\n"),
        header("a gap of \(count) samples", "b/2 1 25\nb_1 500\n~ \(count)\n"),
        header("a frame of \(count) samples", "b 1 25\nb.dat 16x\(min(count, 1_000_000_000))\n"),
        header("\(count) signals", "b \(count) 25\nb.dat 16\n"),
      ]
    } + [
      header("a record that is its own segment", "b/1 1 25 500\nb 500\n"),
      header("segments that have each other", "b/1 1 25 500\nb_1 500\n", segment: "b_1/1 1 25 500\nb 500\n"),
      header("names that leave the folder", "b 1 25 500\n../../../../../../etc/passwd 8\n"),
      header("a device", "b 1 25 500\n/dev/zero 8\n"),
      header("a line of 15 MB", "b 1 25 500\nb.dat 16 " + String(repeating: "7", count: 15_000_000)),
      header("a header of 100 MB", "b 1 25 500\n" + String(repeating: "# nothing\n", count: 10_000_000)),
      header("a million segments", "b/1000000 1 25\n" + String(repeating: "b_1 500\n", count: 1_000_000)),
      header("a million signals", "b 1000000 25 1\n" + String(repeating: "b.dat 8\n", count: 1_000_000)),
      data("signals of 3 GB", "b 1 25\nb.dat 16\n", ".dat", length: 3 << 30),
      data("annotations of 3 GB", "b 1 25\nb.dat 16\n", ".atr", length: 3 << 30),
      data(
        "annotations of 200 MB", "b 1 25 500\nb.dat 16 1 16 0 0 0\n", ".atr", length: 200 << 20, fill: [1, 4]),
    ]

  private static func header(_ name: String, _ text: String, segment: String = "b_1 1 25 500\nb.dat 16\n")
    -> Bomb
  {
    Bomb(name: "WFDB: \(name)") { folder, _, _ in
      try lay(folder, text)
      try Folder.write(segment, to: "\(folder)/data/b_1.hea")
      return Bomb.inspect
    }
  }

  private static func data(
    _ name: String, _ text: String, _ suffix: String, length: Int, fill: [UInt8]? = nil
  ) -> Bomb {
    Bomb(name: "WFDB: \(name)") { folder, _, _ in
      try lay(folder, text)
      let bytes = fill.map { pair in
        [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
          for index in 0..<length { buffer[index] = pair[index % pair.count] }
          count = length
        }
      }
      try Folder.write(bytes ?? [1, 4], to: "\(folder)/data/b\(suffix)", length: bytes == nil ? length : nil)
      return Bomb.inspect
    }
  }

  private static func lay(_ folder: String, _ header: String) throws {
    try Folder.write(Descriptors.wfdb, to: "\(folder)/dataset.json")
    try Folder.write(header, to: "\(folder)/data/b.hea")
    try Folder.write([UInt8](repeating: 3, count: 1000), to: "\(folder)/data/b.dat")
    try Folder.write([100, 4, 50, 4, 0, 0], to: "\(folder)/data/b.atr")
  }
}
