/// MAT files of layouts that hreval itself does not write: packed, cells, rows of whole numbers, version 4.
enum MATSeeds {
  // MARK: Version 5

  private static func words(_ words: [Int]) -> [UInt8] {
    words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  }

  private static func element(_ type: Int, _ data: [UInt8]) -> [UInt8] {
    words([type, data.count]) + data + [UInt8](repeating: 0, count: (8 - data.count % 8) % 8)
  }

  private static func array(_ name: String, kind: Int, _ rows: Int, _ columns: Int, _ data: [UInt8])
    -> [UInt8]
  {
    element(
      14,
      element(6, words([kind, 0])) + element(5, words([rows, columns])) + element(1, Array(name.utf8)) + data)
  }

  private static func doubles(_ values: [Double]) -> [UInt8] {
    values.flatMap { value in (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt64($0))) }
    }
  }

  /// `sig`, two rows of whole numbers; `subject{2}.beats` in seconds; `names`, cells of texts; `fs`.
  ///
  /// - Parameters:
  ///   - wave: lines of time and value, at 50 Hz.
  ///   - beats: lines of times, below a header.
  static func cells(_ wave: [UInt8], _ beats: [UInt8]) -> [UInt8] {
    let values = numbers(wave), times = numbers(beats)
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    let codes = values.flatMap { value -> [UInt8] in
      let code = Int((value - low) / (high - low) * 1000) - 500
      return [code, -code].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }
    let fields = words([4 << 16 | 5, 8]) + element(1, Array("beats\0\0\0".utf8))
    let subject = [0, 1].flatMap { _ in
      array("", kind: 2, 1, 1, fields + array("", kind: 6, times.count, 1, element(9, doubles(times))))
    }
    let names = ["anna", "ben"].flatMap { name in
      array("", kind: 4, 1, name.utf8.count, element(4, name.utf8.flatMap { [$0, 0] }))
    }
    let head = Array("MATLAB 5.0 MAT-file".utf8) + [UInt8](repeating: 0x20, count: 97)
    return head + [UInt8](repeating: 0, count: 8) + [0, 1, 0x49, 0x4D]
      + array("names", kind: 1, 1, 2, names) + array("sig", kind: 10, 2, values.count, element(3, codes))
      + array("subject", kind: 1, 1, 2, subject) + array("fs", kind: 6, 1, 1, element(2, [50]))
  }

  /// `ppg`, `stamps` with the date and time of each of its samples in a cell, and `beats`, dates and times in the
  /// rows of a matrix of letters.
  ///
  /// - Parameters:
  ///   - wave: lines of time and value, at 50 Hz.
  ///   - beats: lines of times, below a header.
  static func stamped(_ wave: [UInt8], _ beats: [UInt8]) -> [UInt8] {
    func two(_ number: Int) -> String { String(String(100 + number).dropFirst()) }
    func time(_ seconds: Double) -> String {
      let hundredths = Int((seconds * 100).rounded())
      return "10:00:\(two(hundredths / 100)).\(two(hundredths % 100))"
    }
    let values = numbers(wave)
    let stamps = values.indices.flatMap { index in
      let text = Array("2020-03-04 \(time(Double(index) / 50))".utf8)
      return array("", kind: 4, 1, text.count, element(16, text))
    }
    let rows = numbers(beats).filter { $0 >= 0 }.map { Array("04.03.2020 \(time($0))".utf8) }
    let columns = (rows.first ?? []).indices
    let letters = columns.flatMap { column -> [UInt8] in rows.flatMap { row -> [UInt8] in [row[column], 0] } }
    let head = Array("MATLAB 5.0 MAT-file".utf8) + [UInt8](repeating: 0x20, count: 97)
    return head + [UInt8](repeating: 0, count: 8) + [0, 1, 0x49, 0x4D]
      + array("ppg", kind: 6, values.count, 1, element(9, doubles(values)))
      + array("stamps", kind: 1, values.count, 1, stamps)
      + array("beats", kind: 4, rows.count, rows.first?.count ?? 0, element(4, letters))
  }

  private static func numbers(_ table: [UInt8]) -> [Double] {
    String(decoding: table, as: UTF8.self).split(separator: "\n").dropFirst()
      .compactMap { $0.split(separator: ",").last.flatMap { Double($0) } }
  }

  // MARK: Version 4

  /// `ppg` and `fs`, and `beats` of floats of four bytes.
  static func version4(_ wave: [UInt8], _ beats: [UInt8]) -> [UInt8] {
    func variable(_ name: String, type: Int, _ count: Int, _ data: [UInt8]) -> [UInt8] {
      words([type, count, 1, 0, name.utf8.count + 1]) + Array(name.utf8) + [0] + data
    }
    let values = numbers(wave), times = numbers(beats)
    return variable("fs", type: 0, 1, doubles([50])) + variable("ppg", type: 0, values.count, doubles(values))
      + variable("beats", type: 10, times.count, words(times.map { Int(Float($0).bitPattern) }))
  }

  // MARK: Packed

  /// Compresses every variable as MATLAB does, but in zlib blocks that are stored uncompressed.
  ///
  /// - Parameter file: of version 5; bytes from the first that is no variable on stay as they are.
  static func packed(_ file: [UInt8]) -> [UInt8] {
    var result = Array(file.prefix(128))
    var start = 128
    while start + 8 <= file.count {
      func word(_ place: Int) -> Int { (0..<4).reversed().reduce(0) { $0 << 8 | Int(file[place + $1]) } }
      let end = start + 8 + word(start + 4)
      guard word(start) == 14, end <= file.count else { break }
      result += element(of: Array(file[start..<end]))
      start = end
    }
    return result + file[min(start, file.count)...]
  }

  private static func element(of bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(bytes.count, start + 65535)
      let count = UInt16(end - start)
      stream += [
        end == bytes.count ? 1 : 0, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255),
        UInt8(~count >> 8),
      ]
      stream += bytes[start..<end]
      start = end
    } while start < bytes.count
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65521
      high = (high + low) % 65521
    }
    stream += [high >> 8, high, low >> 8, low].map { UInt8(truncatingIfNeeded: $0) }
    return words([15, stream.count]) + stream
  }

  /// Positions of tags and sizes: 0, 124, the multiples of eight from 128 to below 512, and the starts of variables.
  static func landmarks(_ file: [UInt8]) -> [Int] {
    var places = Array(stride(from: 128, to: min(file.count, 512), by: 8)) + [0, 124]
    var start = 128
    while start + 8 <= file.count {
      places.append(start)
      start += 8 + (0..<4).reversed().reduce(0) { $0 << 8 | Int(file[start + 4 + $1]) }
    }
    return places
  }
}
