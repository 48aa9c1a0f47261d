import HRTestSupport
import Foundation
import HRSupport
import Testing

@testable import HRRecordings

/// Files of all layouts, written by hreval or by h5py, are read back.
@Suite struct HDF5FileTests {
  private func fixture(_ bytes: [UInt8], _ body: (borrowing HDF5File) throws -> Void) throws {
    let folder = try TemporaryFolder()
    try body(try HDF5File(try folder.write("f.h5", bytes: bytes)))
  }

  private func written(
    _ write: (borrowing HDF5Writer) throws -> Void, _ read: (borrowing HDF5File) throws -> Void
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/f.h5"
    do {
      let writer = try HDF5Writer(path)
      try write(writer)
      try writer.finish()
    }
    try read(try HDF5File(path))
  }

  @Test func everyElementTypeThatTheWriterKnows() throws {
    let elements: [(HDF5Writer.Element, String)] = [
      (.float64, "f8"), (.float32, "f4"), (.int16, "i2"), (.int32, "i4"), (.uint8, "u1"), (.uint16, "u2"),
      (.float32Big, "F4"), (.int16Big, "I2"),
    ]
    try written { file throws in
      for (element, name) in elements { try file.write([0, 1, 200], as: element, to: "/" + name) }
    } _: { file throws in
      for (_, name) in elements {
        #expect(try file.numbers(at: "/" + name).values == [0, 1, 200], "\(name)")
      }
    }
  }

  @Test func everyElementTypeOfAnotherProgramInBothByteOrders() throws {
    try fixture(HDF5Fixtures.kinds) { file throws in
      for kind in ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8"] {
        for order in ["le", "be"] {
          let array = try file.numbers(at: "/\(kind)_\(order)")
          #expect(array.values == [1, 2, 100] && array.dimensions == [3], "\(kind) \(order)")
        }
      }
      #expect(try file.numbers(at: "/bool").values == [1, 0, 1])
    }
  }

  @Test func whatIsNotANumberPassesAsItIs() throws {
    try fixture(HDF5Fixtures.kinds) { file throws in
      let values = try file.numbers(at: "/nan").values
      #expect(values[0] == 1 && values[1].isNaN && values[2] == .infinity && values[3] == -.infinity)
    }
  }

  @Test func scalarEmptyAndNull() throws {
    try fixture(HDF5Fixtures.kinds) { file throws in
      let scalar = try file.numbers(at: "/scalar")
      #expect(scalar.values == [7.5] && scalar.dimensions == [])
      for name in ["/empty", "/null"] {
        let array = try file.numbers(at: name)
        #expect(array.values.isEmpty && array.dimensions == [0], "\(name)")
        #expect(try file.numbers(at: name, column: 0).values.isEmpty)
      }
    }
  }

  @Test(arguments: [(0, 0, false), (4, 0, false), (4, 6, false), (4, 6, true), (7, 0, true), (100, 9, true)])
  func everyStorage(_ chunk: Int, _ gzip: Int, _ shuffle: Bool) throws {
    let values = (0..<60).map { Double($0 * $0) / 8 }
    try written { file throws in
      try file.write(
        values, dimensions: [20, 3], chunk: chunk, gzip: gzip, shuffle: shuffle, to: "/m")
    } _: { file throws in
      let array = try file.numbers(at: "/m")
      #expect(array.values == values && array.dimensions == [20, 3])
      #expect(try file.numbers(at: "/m", column: 2).values == (0..<20).map { values[$0 * 3 + 2] })
      #expect(try file.numbers(at: "/m", column: 19, alongLastAxis: true).values == Array(values[57...]))
    }
  }

  @Test func columnsThatAreNotThere() throws {
    try fixture(HDF5Fixtures.kinds) { file throws in
      #expect(try file.numbers(at: "/matrix", column: 1).values == [1, 4])
      #expect(try file.numbers(at: "/matrix", column: 1, alongLastAxis: true).values == [3, 4, 5])
      #expect(try file.numbers(at: "/f8_le", column: 0).values == [1, 2, 100])
      for (object, column, last, message) in [
        ("/matrix", 3, false, "there is no column 3: the dataset is 2 × 3"),
        ("/matrix", 2, true, "there is no row 2: the dataset is 2 × 3"),
        ("/matrix", -1, false, "there is no column -1: the dataset is 2 × 3"),
        ("/f8_le", 1, false, "expected a dataset of 2 dimensions to take column 1 of, found 1"),
        ("/scalar", 0, true, "expected a dataset of 2 dimensions to take row 0 of, found 0"),
      ] {
        do {
          _ = try file.numbers(at: object, column: column, alongLastAxis: last)
          Issue.record("\(object) has no such column")
        } catch let refusal as Diagnostics {
          let problem = refusal.first
          #expect(problem.message == message)
          #expect(problem.place?.path == object && problem.place?.file.hasSuffix("f.h5") == true)
        }
      }
    }
  }

  @Test func filtersLinksAndGroupsThatCanBeFollowed() throws {
    try fixture(HDF5Fixtures.storage) { file throws in
      #expect(try file.numbers(at: "/packed").values == (0..<64).map(Double.init))
      #expect(try file.numbers(at: "/alias").values.count == 64)
      #expect(try file.datasets(matching: "/group/*/sig*") == ["/group/inner/signal"])
      #expect(try file.datasets(matching: "/group/*") == [])
      #expect(file.exists("/group/inner") && !file.exists("/group/outer") && !file.exists("/no/where"))
    }
  }

  @Test func textsOfEveryForm() throws {
    try fixture(HDF5Fixtures.texts) { file throws in
      #expect(try file.text(at: "/fixed") == "one")
      #expect(try file.text(at: "/variable") == "häll")
      #expect(try file.text(at: "/none") == nil)
      #expect(try file.text(at: "/char") == "Puls")
      #expect(try file.text(at: "/hollow") == nil)
    }
  }

  @Test func matlabBehindItsUserBlock() throws {
    try fixture(HDF5Fixtures.texts) { file throws in
      #expect(try file.numbers(at: "/column").dimensions == [1, 4])
      #expect(try file.numbers(at: "/column", column: 0, alongLastAxis: true).values == [0, 1, 2, 3])
      #expect(try file.numbers(at: "/cell").values == [0, 1, 2, 3])
      #expect(try file.numbers(at: "/hollow").values.isEmpty)
    }
    let folder = try TemporaryFolder()
    do {
      let writer = try HDF5Writer(folder.path + "/u.mat", userBlock: 512)
      try writer.write([5], to: "/x")
      try writer.finish()
    }
    #expect(try HDF5File(folder.path + "/u.mat").numbers(at: "/x").values == [5])
  }

  @Test func attributesOfEveryForm() throws {
    try fixture(HDF5Fixtures.texts) { file throws in
      #expect(try file.number(attribute: "number", of: "/column") == 2.5)
      #expect(try file.number(attribute: "numbers", of: "/column") == 3)
      #expect(try file.text(attribute: "number", of: "/column") == "2.5")
      #expect(try file.text(attribute: "fixed", of: "/column") == "abc")
      #expect(try file.text(attribute: "variable", of: "/column") == "naïve")
      #expect(try file.text(attribute: "array", of: "/column") == "first")
      #expect(try file.number(attribute: "null", of: "/column") == nil)
      #expect(try file.number(attribute: "absent", of: "/column") == nil)
      #expect(try file.text(attribute: "absent", of: "/") == nil)
    }
    try written { file throws in
      try file.attribute("fixed", "Grüße", of: "/")
      try file.attribute("variable", "Grüße", variableLength: true, of: "/")
      try file.attribute("empty", "", of: "/")
      try file.attribute("rate", 62.5, of: "/")
    } _: { file throws in
      #expect(try file.text(attribute: "fixed", of: "/") == "Grüße")
      #expect(try file.text(attribute: "variable", of: "/") == "Grüße")
      #expect(try file.text(attribute: "empty", of: "/") == "")
      #expect(try file.number(attribute: "rate", of: "/") == 62.5)
    }
  }

  @Test func theFormatOfHDF5110() throws {
    try fixture(HDF5Fixtures.recent) { file throws in
      #expect(try file.numbers(at: "/x").values == [0, 1, 2])
      #expect(try file.numbers(at: "/chunked").values == (0..<8).map(Double.init))
      #expect(try file.number(attribute: "rate", of: "/x") == 50)
    }
  }
}
