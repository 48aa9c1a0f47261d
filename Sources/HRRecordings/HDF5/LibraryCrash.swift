internal import CHRFiles

/// What a library was asked when it ended its process, or when it did not come back.
///
/// Libraries trust much of what they read, so a damaged file can crash them or send them round for ever.
package struct LibraryCrash: Equatable, Sendable {
  /// `HDF5 library (1.10.8)`
  package let library: String
  /// The file's name without its folder.
  package let file: String
  /// Path of the object or variable; empty while the file was opened or closed.
  package let object: String
  /// Whether there was hardly any memory left.
  package let lacksMemory: Bool

  /// From here on, a crash of this process inside the library, and SIGUSR2 while it is there, write one frame: four
  /// bytes of little-endian length, the kind, and what ``init(frame:)`` reads.
  package static func tell(to descriptor: Int32, frameKind: UInt8) {
    hr_tell_of_crashes(descriptor, frameKind, UInt64(clamping: spareBytes))
  }

  /// More than the library asks for at once.
  private static let spareBytes = ReadingLimits.Name.recordingBytes.standard

  /// - Returns: `nil` for bytes that are no such account.
  package init?(frame bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 4, ["+", "-"].contains(lines[0]) else { return nil }
    (library, file, object) = (String(lines[1]), String(lines[2]), String(lines[3]))
    lacksMemory = lines[0] == "-"
  }

  /// `the object /channels/ppg of s01.h5`
  private var spot: String { object.isEmpty ? file : "the object \(object) of \(file)" }

  package var crashReason: String {
    "the \(library) crashed while it read \(spot): most likely the file is damaged in a way that the library does not notice\(lacksMemory ? ", or \(MemoryNeed.exhausted)" : "")"
  }

  package func silenceReason(seconds: String) -> String {
    "the \(library) did not come back from \(spot) within \(seconds) s: the file is damaged, or too large to be read in that time"
  }
}

/// What this process was built with.
package enum BuildKind {
  /// A sanitizer takes address space without end, so that none can be set.
  package static var hasSanitizer: Bool { hr_has_sanitizer() != 0 }
}
