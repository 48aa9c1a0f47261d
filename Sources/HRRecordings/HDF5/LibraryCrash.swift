internal import CHRFiles

/// Request to a library during which it crashed or did not return.
///
/// Libraries trust much of their input, so a damaged file can crash them or cause an endless loop.
package struct LibraryCrash: Equatable, Sendable {
  /// Name and version of the library: `HDF5 library (1.10.8)`.
  package let library: String
  /// The file's name without its folder.
  package let file: String
  /// Path of the object or variable; empty if the file was being opened or closed.
  package let object: String
  /// True if hardly any memory was left.
  package let lacksMemory: Bool

  /// Installs the report of crashes: from now on, a crash of this process inside the library, and SIGUSR2 while it is
  /// in the library, write one frame. It has four bytes of little-endian length, the kind, and the bytes that
  /// ``init(frame:)`` reads.
  package static func tell(to descriptor: Int32, frameKind: UInt8) {
    hr_tell_of_crashes(descriptor, frameKind, UInt64(clamping: spareBytes))
  }

  /// Upper bound of a single allocation of the library.
  private static let spareBytes = ReadingLimits.Name.recordingBytes.standard

  /// - Returns: `nil` for bytes that are no such report.
  package init?(frame bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 4, ["+", "-"].contains(lines[0]) else { return nil }
    (library, file, object) = (String(lines[1]), String(lines[2]), String(lines[3]))
    lacksMemory = lines[0] == "-"
  }

  /// Place for messages: `the object /channels/ppg of s01.h5`.
  private var spot: String { object.isEmpty ? file : "the object \(object) of \(file)" }

  package var crashReason: String {
    "the \(library) crashed while it read \(spot): most likely the file is damaged in a way that the library does not notice\(lacksMemory ? ", or \(MemoryNeed.exhausted)" : "")"
  }

  package func silenceReason(seconds: String) -> String {
    "the \(library) did not come back from \(spot) within \(seconds) s: the file is damaged, or too large to be read in that time"
  }
}

/// Build options of this process.
package enum BuildKind {
  /// True if the build has a sanitizer, which reserves so much address space that no limit on it can be set.
  package static var hasSanitizer: Bool { hr_has_sanitizer() != 0 }
}
