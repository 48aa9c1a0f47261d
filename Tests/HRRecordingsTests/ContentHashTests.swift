import HRTestSupport
import HRSupport
import Testing

@testable import HRRecordings

@Suite struct ContentHashTests {
  // FIPS 180-4's examples, and lengths around a block's edge from Python's hashlib (sha256(b"a" * n)).
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    (String(repeating: "a", count: 56), "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
    (String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
  ])
  func knownDigests(_ text: String, _ digest: String) {
    #expect(ContentHash.digest(of: Array(text.utf8)) == digest)
  }

  @Test func filesAndWhatIsNone() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("abc", "abc")
    // Longer than one piece, and not a multiple of it.
    let long = String(repeating: "0123456789", count: 210_000)
    #expect(
      try ContentHash.digest(ofFile: folder.write("long", long)) == ContentHash.digest(of: Array(long.utf8)))
    #expect(
      try ContentHash.digest(ofFile: file)
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(throws: Diagnostics.self) { try ContentHash.digest(ofFile: folder.path) }
    #expect(throws: Diagnostics.self) { try ContentHash.digest(ofFile: folder.path + "/none") }
  }
}

@Suite struct NumberTextTests {
  @Test func anySeparator() throws {
    let bytes = [0xEF, 0xBB, 0xBF] + Array("836 848\t900\r\n1e3, -2;0.5\n".utf8)
    #expect(try NumberText.numbers(in: bytes, file: "RR.txt") == [836, 848, 900, 1000, -2, 0.5])
    #expect(try NumberText.numbers(in: Array(" \n".utf8), file: "RR.txt") == [])
  }

  @Test(arguments: ["836\nabc 7", "836\nnan", "836\ninf", "836\n8x"])
  func whatIsNotANumber(_ text: String) throws {
    let problem = try #require(throws: Diagnostics.self) {
      try NumberText.numbers(in: Array(text.utf8), file: "RR.txt")
    }.first
    #expect(problem.place?.line == 2)
    #expect(problem.message.hasSuffix("is not a number"))
  }

  @Test func aFolderOrNothing() throws {
    let folder = try TemporaryFolder()
    #expect(throws: Diagnostics.self) { try NumberText.read(folder.path) }
    #expect(throws: Diagnostics.self) { try NumberText.read(folder.path + "/none.txt") }
  }
}
