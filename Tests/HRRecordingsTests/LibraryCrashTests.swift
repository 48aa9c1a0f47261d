import Testing

@testable import HRRecordings

@Suite struct LibraryCrashTests {
  @Test func accounts() throws {
    let inside = try #require(
      LibraryCrash(frame: Array("+\nHDF5 library (1.10.8)\ns01.h5\n/channels/ppg".utf8)))
    #expect(
      inside.crashReason
        == "the HDF5 library (1.10.8) crashed while it read the object /channels/ppg of s01.h5: most likely the file is damaged in a way that the library does not notice"
    )
    let opening = try #require(LibraryCrash(frame: Array("-\nHDF5 library (2.0.0)\ns01.h5\n".utf8)))
    #expect(
      opening.silenceReason(seconds: "60")
        == "the HDF5 library (2.0.0) did not come back from s01.h5 within 60 s: the file is damaged, or too large to be read in that time"
    )
    #expect(
      opening.crashReason.hasSuffix("or there was too little memory (the limit workerBytes, or ulimit -v)"))
  }

  @Test(arguments: ["", "+\n1.10.8", "+\n1.10.8\ns01.h5", "a\nb\nc\nd", "+\nb\nc\nd\ne"])
  func whatIsNoAccount(_ text: String) {
    #expect(LibraryCrash(frame: Array(text.utf8)) == nil)
  }
}
