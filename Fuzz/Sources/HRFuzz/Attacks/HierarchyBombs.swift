/// HDF5 files that declare more than they contain: fields of a sound file, overwritten at every position.
enum HierarchyBombs {
  /// Samples of the pulse wave in the seeds: 20 s at 50 Hz.
  private static let samples: UInt64 = 1000

  static let all: [Bomb] =
    [20, 27, 28, 30, 31, 32, 33, 36, 40, 48, 60, 61, 62, 63].flatMap { power in
      [
        patched("2^\(power) samples declared") { replace(little(samples), by: little(1 << power), in: &$0) },
        patched("2^\(power) samples and their bytes declared") { bytes in
          replace(little(samples), by: little(1 << power), in: &bytes)
          replace(little(8 * samples), by: little(8 << power), in: &bytes)
        },
        // Without an address in the file every sample is the fill value.
        patched("2^\(power) samples nowhere") { bytes in
          replace(little(samples), by: little(1 << power), in: &bytes)
          replaceLayouts(length: 8 * samples, by: 8 << power, in: &bytes)
        },
      ]
    }
    + [
      patched("two samples fewer than 2^61, so that bytes overflow") {
        replace(little(samples), by: little((1 << 61) - 2), in: &$0)
      },
      patched("all sizes undefined") { replace(little(samples), by: little(.max), in: &$0) },
      patched("elements of 4 GB") {
        replace(
          [0x11, 0x20, 0x3f, 0, 8, 0, 0, 0], by: [0x11, 0x20, 0x3f, 0, 0xff, 0xff, 0xff, 0xff], in: &$0)
      },
      patched("elements of 1 GB") {
        replace([0x11, 0x20, 0x3f, 0, 8, 0, 0, 0], by: [0x11, 0x20, 0x3f, 0, 0, 0, 0, 0x40], in: &$0)
      },
      patched("texts of 4 GB") { bytes in
        for length in UInt8(1)...40 {
          for kind in UInt8(0)..<0x30 where kind & 0xf < 3 {
            replace(
              [0x13, kind, 0, 0, length, 0, 0, 0], by: [0x13, kind, 0, 0, 0xff, 0xff, 0xff, 0xff], in: &bytes)
          }
        }
      },
      sparse("its samples and a hole of 900 MB", 900 << 20),
      sparse("its samples and a hole of 3 GB", 3 << 30),
      Bomb(name: "2^27 samples that are really there, as a hole") { folder, seeds, _ in
        var bytes = seeds.hdf5[0].recordings[0][0].bytes
        replace(little(samples), by: little(1 << 27), in: &bytes)
        replace(little(8 * samples), by: little(8 << 27), in: &bytes)
        replace(little(UInt64(bytes.count)), by: little(3 << 30), in: &bytes)
        return try lay(bytes, 3 << 30, folder)
      },
      Bomb(name: "2^23 samples that are really there, as a hole") { folder, seeds, _ in
        var bytes = seeds.hdf5[0].recordings[0][0].bytes
        replace(little(samples), by: little(1 << 23), in: &bytes)
        replace(little(8 * samples), by: little(8 << 23), in: &bytes)
        replace(little(UInt64(bytes.count)), by: little(200 << 20), in: &bytes)
        return try lay(bytes, 200 << 20, folder)
      },
    ]

  private static func patched(_ name: String, _ patch: @escaping @Sendable (inout [UInt8]) -> Void) -> Bomb {
    Bomb(name: name) { folder, seeds, _ in
      var bytes = seeds.hdf5[0].recordings[0][0].bytes
      patch(&bytes)
      return try lay(bytes, nil, folder)
    }
  }

  private static func sparse(_ name: String, _ length: Int) -> Bomb {
    Bomb(name: name) { folder, seeds, _ in try lay(seeds.hdf5[0].recordings[0][0].bytes, length, folder) }
  }

  private static func lay(_ bytes: [UInt8], _ length: Int?, _ folder: String) throws(Folder.Problem)
    -> [String]
  {
    try Folder.write(Descriptors.ownHDF5, to: "\(folder)/dataset.json")
    try Folder.write(bytes, to: "\(folder)/data/b.h5", length: length)
    return Bomb.inspect
  }

  private static func little(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }

  /// Replaces bytes at every position, whatever they mean there.
  private static func replace(_ old: [UInt8], by new: [UInt8], in bytes: inout [UInt8]) {
    var place = 0
    while place + old.count <= bytes.count {
      if bytes[place..<place + old.count].elementsEqual(old) {
        bytes.replaceSubrange(place..<place + old.count, with: new)
        place += old.count
      } else {
        place += 1
      }
    }
  }

  /// Replaces lengths of contiguous layouts, which are an address and a length; the address becomes the undefined
  /// one.
  private static func replaceLayouts(length: UInt64, by new: UInt64, in bytes: inout [UInt8]) {
    let old = little(length)
    for place in 8..<max(8, bytes.count - 8) where bytes[place..<place + 8].elementsEqual(old) {
      bytes.replaceSubrange(place..<place + 8, with: little(new))
      bytes.replaceSubrange(place - 8..<place, with: little(.max))
    }
  }
}
