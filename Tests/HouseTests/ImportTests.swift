import Testing

/// Import lines a room may not have, one message each.
func forbiddenImports(_ files: [SourceTree.File], rooms: [Room] = Rooms.table) -> [String] {
  files.flatMap { file -> [String] in
    let allowed = rooms.first { $0.name == file.target }?.mayImport ?? []
    return importedModules(file.text).filter { !allowed.contains($0) }
      .map { "\(file.path) imports \($0)" }
  }
}

/// The modules a Swift file imports: `X` of `package import X`, `import struct X.Y`, `@testable import X`.
func importedModules(_ source: String) -> [String] {
  let line =
    /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
  return codeOnly(source).filter { $0.contains("import") }.flatMap { $0.split(separator: ";") }
    .compactMap { $0.firstMatch(of: line).map { String($0.1) } }
}

/// Inclusions of the fenced C headers outside their folder.
func strayInclusions(_ files: [SourceTree.File]) -> [String] {
  files.flatMap { file -> [String] in
    let isInside = file.path.hasPrefix(Rooms.fencedHeadersFolder) && !file.path.contains("/include/")
    if isInside || Rooms.shims.contains(file.path) { return [] }
    return file.text.split(separator: "\n").compactMap { line in
      guard let match = line.firstMatch(of: /^\s*#\s*(?:include|import)\s*[<"](?:[^>"]*\/)?([^>"\/]+)[>"]/),
        Rooms.fencedHeaders.contains(String(match.1))
      else { return nil }
      return "\(file.path) includes \(match.1)"
    }
  }
}

/// Targets with a folder and no place in the table, and the reverse.
func unmatchedRooms(folders: [String], rooms: [Room] = Rooms.table) -> [String] {
  let names = rooms.map(\.name)
  return folders.filter { !names.contains($0) }.map { "\($0) is not in the table" }
    + names.filter { !folders.contains($0) }.map { "\($0) has no folder" }
}

@Suite struct ImportTests {
  @Test func everyImportFollowsAnArrow() throws {
    let files = try SourceTree.files(in: "Sources", endings: ["swift"])
    #expect(files.contains { $0.path == "Sources/HRSignals/Signal.swift" })
    #expect(forbiddenImports(files) == [])
    let shared = try SourceTree.files(in: "Tests/\(Rooms.testSupport.name)", endings: ["swift"])
    #expect(!shared.isEmpty && forbiddenImports(shared, rooms: [Rooms.testSupport]) == [])
  }

  @Test func libraryHeadersStayBehindTheirDoor() throws {
    #expect(strayInclusions(try SourceTree.files(in: "Sources", endings: ["c", "h", "modulemap"])) == [])
  }

  @Test func tableAndFoldersAgree() throws {
    #expect(unmatchedRooms(folders: try SourceTree.folders(in: "Sources")) == [])
  }

  @Test func findsAForbiddenImport() {
    let text = """
      // import Foundation
      package import HRSignals
      @preconcurrency internal import Foundation
      import struct HRDetectors.Rank; import CHRFiles
      let text = "import HRReports"
      """
    let file = SourceTree.File(path: "Sources/HRPlugins/Sample.swift", text: text)
    #expect(
      forbiddenImports([file]) == [
        "Sources/HRPlugins/Sample.swift imports Foundation",
        "Sources/HRPlugins/Sample.swift imports HRDetectors",
        "Sources/HRPlugins/Sample.swift imports CHRFiles",
      ])
  }

  @Test func aFolderWithoutARoomMayImportNothing() {
    let file = SourceTree.File(path: "Sources/Cellar/Sample.swift", text: "import HRSignals")
    #expect(forbiddenImports([file]).count == 1)
  }

  @Test func findsAStrayInclusion() {
    let text = "#include <stdio.h>\n# include <hdf5.h>\n#include \"csv.h\"\n"
    let header = SourceTree.File(path: "Sources/CHRFiles/include/CHRFiles.h", text: text)
    let inside = SourceTree.File(path: "Sources/CHRFiles/table.c", text: text)
    #expect(strayInclusions([header, inside]).count == 2)
  }

  @Test func findsARoomWithoutAFolderAndTheReverse() {
    let found = unmatchedRooms(folders: ["A", "C"], rooms: [Room("A"), Room("B")])
    #expect(found == ["C is not in the table", "B has no folder"])
  }
}
