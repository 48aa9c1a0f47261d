import HRSupport
import HRTestSupport
import Testing

@testable import HRRecordings

/// Impossible sizes, with messages and places; libmatio receives none of these files completely.
@Suite(.readsMAT) struct MATDamageTests {
  /// `x`: its own tag at byte 128, flags at 136, sizes at 160 and 164, name at 168, tag of the numbers at 184.
  private static let vector: (name: String, value: MATWriter.Value) = (
    "x", .numbers([1, 2, 3], rows: 3, columns: 1)
  )

  private func problems(
    _ bytes: [UInt8], _ path: String = "x", limits: [ReadingLimits.Name: Int] = [:]
  ) throws -> [String] {
    let folder = try TemporaryFolder()
    var request = FileRequest()
    request.add(.object(path, .whole), optional: false)
    do {
      _ = try MATReading.contents(
        for: request, at: try folder.write("r.mat", bytes: bytes),
        budget: ReadingBudget(ReadingLimits(limits)))
      return []
    } catch let error as Diagnostics {
      return error.list.map { $0.message + ($0.place?.path.map { " @\($0)" } ?? "") }
    }
  }

  private func changed(_ start: Int, _ word: UInt32, _ value: MATWriter.Value? = nil) throws -> [UInt8] {
    var bytes = try MATWriter.bytes(of: [value.map { ("x", $0) } ?? Self.vector])
    for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: word >> (8 * UInt32(index))) }
    return bytes
  }

  /// Returns the variables after the header of a file as one compressed element, in stored (uncompressed) blocks.
  private func packed(_ file: [UInt8], bytes claimed: UInt32? = nil) -> [UInt8] {
    var inside = Array(file.dropFirst(128))
    if let claimed {
      for index in 0..<4 { inside[4 + index] = UInt8(truncatingIfNeeded: claimed >> (8 * UInt32(index))) }
    }
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in inside {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    let count = UInt16(clamping: inside.count)
    let stream =
      [0x78, 0x01, 1, UInt8(truncatingIfNeeded: count), UInt8(truncatingIfNeeded: count >> 8)]
      + [UInt8(truncatingIfNeeded: ~count), UInt8(truncatingIfNeeded: ~count >> 8)] + inside
      + [high >> 8, high, low >> 8, low].map { UInt8(truncatingIfNeeded: $0) }
    let size = UInt32(clamping: stream.count)
    return Array(file.prefix(128)) + [15, 0, 0, 0]
      + (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
      + stream
  }

  @Test func soundFiles() throws {
    let file = try MATWriter.bytes(of: [Self.vector])
    #expect(file.count == 216)
    #expect(try problems(file) == [])
    #expect(try problems(packed(file)) == [])
  }

  @Test(
    arguments: [
      (128, 7, "expected a variable, found an element of type 7"),
      (132, 81, "a variable has 81 bytes, and 80 are left in the file"),
      (132, 40, "an element has 1 bytes, and 0 are left of its array"),
      (136, 5, "an array begins with an element of type 5 and 8 bytes"),
      (152, 9, "the dimensions are an element of type 9 and 8 bytes"),
      (160, 1_000_000_000, "an element has 24 bytes, and the dimensions ask for 1000000000 values"),
      (160, 0xFFFF_FFFF, "a dimension is 4294967295"),
      (172, 5000, "an element has 5000 bytes, and 40 are left of its array"),
      (184, 99, "an element of numbers has the type 99"),
      (144, 14, "an array of class 14 has values of type 9, which it cannot hold"),
      (144, 7, "an array of class 7 has values of type 9, which it cannot hold"),
      (188, 0xFFFF_FFFF, "an element has 4294967295 bytes, and 24 are left of its array"),
      (188, 16, "an element has 16 bytes, and the dimensions ask for 3 values"),
    ] as [(Int, UInt32, String)])
  func sizesThatContradictEachOther(_ place: Int, _ word: UInt32, _ message: String) throws {
    #expect(try problems(changed(place, word)) == ["\(message) @byte 128"])
    // A compressed variable gives the same message; its own tag is another one.
    if place >= 136 { #expect(try problems(packed(changed(place, word))) == ["\(message) @byte 128"]) }
  }

  /// Every class of numbers with every storage type: the numbers or a refusal, and never zeros for existing numbers.
  @Test func classesAndTypesOfStorage() throws {
    let whole: [UInt32: (bytes: Int, isSigned: Bool)] = [
      1: (1, true), 2: (1, false), 3: (2, true), 4: (2, false), 5: (4, true), 6: (4, false), 12: (8, true),
      13: (8, false),
    ]
    let values: [Double] = [3, 100, 7, 0, 64]
    func stored(_ type: UInt32) -> [UInt8] {
      switch type {
      case 7: values.flatMap { withUnsafeBytes(of: Float($0).bitPattern.littleEndian, Array.init) }
      case 9: values.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian, Array.init) }
      default:
        values.flatMap { value in
          Array(withUnsafeBytes(of: UInt64(value).littleEndian, Array.init).prefix(whole[type]?.bytes ?? 0))
        }
      }
    }
    func word(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(value).littleEndian, Array.init) }
    func element(_ type: UInt32, _ data: [UInt8]) -> [UInt8] {
      word(Int(type)) + word(data.count) + data + [UInt8](repeating: 0, count: (8 - data.count % 8) % 8)
    }
    let head = try MATWriter.bytes(of: [Self.vector]).prefix(128)
    let folder = try TemporaryFolder()
    for arrayClass: UInt32 in 6...15 {
      for type: UInt32 in [1, 2, 3, 4, 5, 6, 7, 9, 12, 13] {
        let body =
          element(6, word(Int(arrayClass)) + word(0)) + element(5, word(5) + word(1))
          + element(1, Array("x".utf8)) + element(type, stored(type))
        var request = FileRequest()
        request.add(.object("x", .whole), optional: false)
        let path = try folder.write("r.mat", bytes: Array(head) + element(14, body))
        let read = try? MATReading.contents(for: request, at: path, budget: ReadingBudget())
        let found = read?.columns[.object("x", .whole)]
        let own = UInt32([9, 7, 1, 2, 3, 4, 5, 6, 12, 13][Int(arrayClass) - 6])
        let fits: Bool
        switch (arrayClass, whole[type]) {
        case (6, _): fits = true
        case (7, _): fits = ![9, 12, 13].contains(type)
        case (_, nil): fits = false
        case (_, let storage?):
          let size = whole[own] ?? (0, false)
          fits =
            storage.isSigned == size.isSigned
            ? storage.bytes <= size.bytes : size.isSigned && storage.bytes < size.bytes
        }
        #expect(found == (fits ? values : nil), "class \(arrayClass), type \(type)")
      }
    }
  }

  @Test func filesThatAreCutOff() throws {
    let file = try MATWriter.bytes(of: [Self.vector])
    #expect(
      try problems(Array(file.dropLast())) == [
        "a variable has 80 bytes, and 79 are left in the file @byte 128"
      ])
    #expect(try problems(file + [0, 0], "y") == ["2 bytes are left, fewer than the 8 of a tag @byte 216"])
    // The rest of a compressed variable is outside its element.
    var short = packed(file)
    short[132] -= 30
    #expect(try problems(short + [UInt8](repeating: 0, count: 30)).count == 1)
    var wrong = packed(file)
    wrong[140] = 0xFF
    #expect(
      try problems(wrong) == ["its packed bytes are damaged or end too early @byte 128"])
  }

  /// libmatio itself would read zeros without an error.
  @Test func packedBytesThatAreDamaged() throws {
    let file = packed(try MATWriter.bytes(of: [Self.vector]))
    for place in [file.count - 1, file.count - 6] {
      var damaged = file
      damaged[place] ^= 0xFF
      #expect(
        try problems(damaged) == ["its packed bytes are damaged or end too early @byte 128"], "\(place)")
    }
    var short = Array(file.dropLast(4))
    short[132] -= 4
    #expect(try problems(short) == ["its packed bytes are damaged or end too early @byte 128"])
  }

  @Test func structuresThatClaimMoreThanThereIs() throws {
    let fields = MATWriter.Value.fields([("a", .text("b"))])
    #expect(
      try problems(changed(160, 1_000_000_000, fields)) == [
        "the dimensions ask for 1000000000 arrays, and 64 bytes are left for them @byte 128"
      ])
    let file = try MATWriter.bytes(of: [Self.vector])
    #expect(
      try problems(packed(file, bytes: 4_000_000_000)) == [
        "a packed variable says that it has 4000000000 bytes, and 99 packed ones cannot make so many @byte 128"
      ])
    var deep = MATWriter.Value.text("a")
    for _ in 0..<40 { deep = .fields([("a", deep)]) }
    #expect(
      try problems(MATWriter.bytes(of: [("x", deep)])) == [
        "arrays lie more than 32 deep in each other @byte 128"
      ])
  }

  @Test func limitsHold() throws {
    let fields = MATWriter.Value.fields([("a", .text("b")), ("c", .text("d"))])
    #expect(
      try problems(MATWriter.bytes(of: [("x", fields)]), "x.a", limits: [.members: 2]) == [
        "there are more cells and fields to go through, and at most 2 names are read @byte 128"
      ])
    #expect(
      try problems(MATWriter.bytes(of: [Self.vector]), limits: [.values: 2]) == [
        "it has 3 numbers, and at most 2 numbers are read @x"
      ])
    #expect(
      try problems(packed(MATWriter.bytes(of: [("x", fields)])), "x.a", limits: [.recordingBytes: 100]).first?
        .hasPrefix("a packed variable has ") == true)
  }

  @Test func version4() throws {
    func head(_ rows: UInt32, _ columns: UInt32, type: UInt32 = 0, nameBytes: UInt32 = 2) -> [UInt8] {
      [type, rows, columns, 0, nameBytes].flatMap { word in
        (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
      } + [0x78, 0]
    }
    let number: [UInt8] = [0, 0, 0, 0, 0, 0, 0xF0, 0x3F]
    #expect(try problems(head(1, 1) + number) == [])
    #expect(
      try problems(head(1_000_000, 1_000_000) + number) == [
        "a variable asks for 8000000000000 bytes of numbers, and 8 are left in the file @byte 0"
      ])
    #expect(
      try problems(head(1, 1) + number + head(1, 1, type: 77) + number, "y") == [
        "a variable has the type 77, which none of version 4 has @byte 30"
      ])
    #expect(
      try problems(head(1, 1, nameBytes: 0) + number) == ["a variable's name has 0 bytes @byte 0"])
  }
}
