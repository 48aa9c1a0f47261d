/// The seeds' pulse waves as WFDB records with annotated beats.
enum WFDBSeeds {
  /// Placeholder for the recording's name, by which headers name their files.
  static let name = "{name}"

  /// Formats of samples, with the number of significant bits.
  private static let formats = [(212, 12), (16, 16), (311, 10), (61, 16)]

  /// Makes two signals in one file: a wave of 50 Hz in frames of two samples, and a signal of 1 and −1.
  ///
  /// - Parameters:
  ///   - table: lines of time and value, at 50 Hz.
  ///   - beats: lines of times in seconds.
  ///   - number: chooses the format.
  ///   - isParted: true if the record has segments, with a gap of a second before the last.
  /// - Returns: name endings of the files after the recording's name, and their bytes.
  static func files(
    _ table: [UInt8], beats: [UInt8], number: Int, isParted: Bool
  ) -> [(suffix: String, bytes: [UInt8])] {
    let (format, bits) = formats[number % formats.count]
    let values = column(table)
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    let top = Double((1 << (bits - 1)) - 1)
    let frames = values.count / 2
    var codes: [Int] = []
    for frame in 0..<frames {
      let pair = values[(2 * frame)..<(2 * frame + 2)].map { Int((($0 - low) / (high - low) * 2 - 1) * top) }
      codes += pair + [frame % 25 == 0 ? 1 : -1]
    }
    let gain = top / 100
    let sums = [0, 1].map { signal in
      codes.enumerated().reduce(0) { $0 + (($1.offset % 3 == 2) == (signal == 1) ? $1.element : 0) }
    }
    // Format 311 takes no bits of its own for the checksum; half of the headers state one.
    let checked = number % 2 == 0
    func signal(_ packing: String, _ sum: Int, _ label: String) -> String {
      let checksum = checked ? "\(Int16(truncatingIfNeeded: sum))" : "0"
      return "\(name).dat \(packing) \(gain)(0)/NU \(bits) 0 0\(checked ? " \(checksum) 0 \(label)" : "")\n"
    }
    var header =
      "# a comment\n\(name)\(isParted ? "_1" : "") 2 25/50(0) \(frames)\n"
      + signal("\(format)x2", sums[0], "wave") + signal("\(format)", sums[1], "sign") + "# after\n"
    var files = [(".dat", packed(codes, format)), (".atr", annotations(column(beats)))]
    if isParted {
      files.append(("_1.hea", Array(header.utf8)))
      header = "\(name)/2 2 25 \(frames + 25)\n\(name)_1 \(frames)\n~ 25\n"
    }
    return [(".hea", Array(header.utf8))] + files
  }

  /// Values of the last cells of a table's rows, without the header.
  private static func column(_ table: [UInt8]) -> [Double] {
    String(decoding: table, as: UTF8.self).split(separator: "\n").dropFirst()
      .compactMap { $0.split(separator: ",").last.flatMap { Double($0) } }
  }

  private static func packed(_ codes: [Int], _ format: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ word: Int, bytes count: Int) {
      for byte in 0..<count { bytes.append(UInt8(truncatingIfNeeded: word >> (8 * byte))) }
    }
    switch format {
    case 212:
      for pair in stride(from: 0, to: codes.count, by: 2) {
        let (first, second) = (codes[pair], pair + 1 < codes.count ? codes[pair + 1] : 0)
        add(
          first & 0xff | (first >> 8 & 0xf) << 8 | (second >> 8 & 0xf) << 12 | (second & 0xff) << 16, bytes: 3
        )
      }
    case 311:
      for triple in stride(from: 0, to: codes.count, by: 3) {
        add(
          codes[triple] & 0x3ff | (codes[triple + 1] & 0x3ff) << 10 | (codes[triple + 2] & 0x3ff) << 20,
          bytes: 4)
      }
    case 61: for code in codes { add(code >> 8 & 0xff | (code & 0xff) << 8, bytes: 2) }
    default: for code in codes { add(code, bytes: 2) }
    }
    return bytes
  }

  /// Normal beats in milliseconds, after a rhythm with its text, and every fifth beat of another type.
  private static func annotations(_ beats: [Double]) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ code: Int, _ low: Int) {
      bytes += [UInt8(truncatingIfNeeded: low), UInt8(truncatingIfNeeded: code << 2 | low >> 8)]
    }
    func note(_ text: String) {
      add(63, text.utf8.count)
      bytes += Array(text.utf8) + [UInt8](repeating: 0, count: text.utf8.count % 2)
    }
    add(22, 0)
    note("## time resolution: 1000")
    add(28, 0)
    note("(AFIB")
    var last = 0
    for (index, beat) in beats.enumerated() {
      let tick = Int((beat * 1000).rounded())
      if tick - last > 1023 || index == 0 {
        add(59, 0)
        let step = tick - last
        bytes += [16, 24, 0, 8].map { UInt8(truncatingIfNeeded: step >> $0) }
        last = tick
      }
      add(index % 5 == 4 ? 5 : 1, tick - last)
      if index % 7 == 0 { add(61, 1) }
      last = tick
    }
    add(0, 0)
    return bytes
  }
}
