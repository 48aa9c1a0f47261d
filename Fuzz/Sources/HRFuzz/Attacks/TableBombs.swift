/// Tables that are too large in one respect.
enum TableBombs {
  static let all: [Bomb] = [
    sparse("a hole of 3 GB", 3 << 30), sparse("a hole of 900 MB", 900 << 20),
    sparse("a hole of 60 MB", 60 << 20),
    table("a line of 100 MB") { bytes in bytes + [UInt8](repeating: UInt8(ascii: "7"), count: 100_000_000) },
    table("a quoted field of 100 MB") { bytes in
      bytes + [UInt8(ascii: "\"")] + [UInt8](repeating: UInt8(ascii: "\n"), count: 100_000_000)
    },
    table("a header of 100 MB") { bytes in [UInt8](repeating: UInt8(ascii: "x"), count: 100_000_000) + bytes
    },
    table("a million columns") { bytes in
      let names = (0..<1_000_000).map { "c\($0)" }.joined(separator: ",")
      return Array((names + "\n").utf8) + bytes
    },
    table("ten million commas") { bytes in bytes + [UInt8](repeating: UInt8(ascii: ","), count: 10_000_000) },
    table("ten million blank lines") { bytes in bytes + [UInt8](repeating: 10, count: 10_000_000) },
    table("three million rows") { bytes in
      var text = bytes
      for index in 0..<3_000_000 { text += Array("\(20 + index / 50).\(index % 50 * 2),1\n".utf8) }
      return text
    },
    table("a number of ten million digits") { bytes in
      bytes + Array("20,".utf8) + [UInt8](repeating: UInt8(ascii: "3"), count: 10_000_000) + [10]
    },
    table("times a month apart, a microsecond each") { bytes in
      bytes + Array("20.000001,1\n2000000,1\n2000000.000001,1\n".utf8)
    },
    Bomb(name: "numbers, one of 100 MB") { folder, seeds, _ in
      try Folder.write(Descriptors.numbers, to: "\(folder)/dataset.json")
      for part in seeds.csv[2].recordings[0] {
        let more = part.suffix == ".rr" ? [UInt8](repeating: UInt8(ascii: "1"), count: 100_000_000) : []
        try Folder.write(part.bytes + more, to: "\(folder)/data/b\(part.suffix)")
      }
      return Bomb.inspect
    },
    Bomb(name: "a metadata table of a million rows") { folder, seeds, _ in
      let descriptor = Descriptors.ownHDF5.replacing(
        #""metadata": ["#,
        with:
          #""metadata": [ { "name": "age", "table": "people.csv", "keyColumn": "id", "column": "age", "key": "{recording}" },"#
      )
      try Folder.write(descriptor, to: "\(folder)/dataset.json")
      try Folder.write(
        "id,age\n" + (0..<1_000_000).map { "p\($0),\($0 % 90)\n" }.joined() + "b,3\n",
        to: "\(folder)/data/people.csv")
      try Folder.write(seeds.hdf5[0].recordings[0][0].bytes, to: "\(folder)/data/b.h5")
      return Bomb.inspect
    },
  ]

  /// Makes a recording in hreval's own tables, with the samples' table changed.
  private static func table(_ name: String, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> Bomb {
    Bomb(name: name) { folder, seeds, _ in
      try Folder.write(Descriptors.ownCSV, to: "\(folder)/dataset.json")
      for part in seeds.csv[0].recordings[0] {
        let bytes = part.suffix == "_ppg.csv" ? change(part.bytes) : part.bytes
        try Folder.write(bytes, to: "\(folder)/data/b\(part.suffix)")
      }
      return Bomb.inspect
    }
  }

  private static func sparse(_ name: String, _ length: Int) -> Bomb {
    Bomb(name: name) { folder, seeds, _ in
      try Folder.write(Descriptors.ownCSV, to: "\(folder)/dataset.json")
      for part in seeds.csv[0].recordings[0] {
        try Folder.write(
          part.bytes, to: "\(folder)/data/b\(part.suffix)", length: part.suffix == "_ppg.csv" ? length : nil)
      }
      return Bomb.inspect
    }
  }
}
