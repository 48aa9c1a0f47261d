internal import CHRFiles
internal import HRDiagnostics

/// What can be wrong with an HDF5 file, in words.
enum HDF5Problem {
  static func unopened(_ failure: hr_failure, path: String, limits: ReadingLimits) -> Diagnostic {
    let place = Diagnostic.Place(file: path)
    switch failure.kind {
    case HR_FAILURE_NOT_HDF5:
      return Diagnostic(
        "not an HDF5 file: its signature is missing", place: place,
        hint: "MATLAB writes HDF5 with save -v7.3 only")
    case HR_FAILURE_TRUNCATED:
      return Diagnostic("the file is cut off", place: place, hint: "copy or download it again")
    default: return explained(failure, place: place, limits: limits)
    }
  }

  static func explained(
    _ failure: hr_failure, place: Diagnostic.Place, limits: ReadingLimits
  ) -> Diagnostic {
    let text = text(of: failure)
    let found = UInt64(text, radix: 10) ?? UInt64.max
    switch failure.kind {
    case HR_FAILURE_ABSENT: return Diagnostic("there is no such object in the file", place: place)
    case HR_FAILURE_NOT_A_DATASET: return Diagnostic("expected a dataset, found \(text)", place: place)
    case HR_FAILURE_FILTER:
      return Diagnostic(
        "the values are compressed by \(text), which is not available here", place: place,
        hint: "rewrite the file with gzip: h5repack -f GZIP=4 in.h5 out.h5")
    case HR_FAILURE_OUTSIDE:
      return Diagnostic(
        "the object lies in another file, which is not followed", place: place,
        hint: "copy the values into this file")
    case HR_FAILURE_TOO_NEW:
      return Diagnostic(
        "the file uses a newer format than this HDF5 library reads (\(text))", place: place,
        hint: "write it without libver='latest', or the file is damaged")
    case HR_FAILURE_TRUNCATED:
      return Diagnostic(
        "the file is cut off or damaged (\(text))", place: place, hint: "copy or download it again")
    case HR_FAILURE_TYPE: return Diagnostic("expected a number or a text, found \(text)", place: place)
    case HR_FAILURE_LAYOUT:
      return Diagnostic(
        "the values are \(text)", place: place,
        hint: "the file may be damaged, else rewrite it with numbers of 16, 32 or 64 bits")
    case HR_FAILURE_LOCKED:
      return Diagnostic(
        "the file is open for writing in another program", place: place,
        hint: "close it there, or copy the file; `h5clear -s` frees a file whose writer has crashed")
    case HR_FAILURE_TEXT:
      return Diagnostic(
        "the text is damaged: its length or its place in the file is wrong", place: place,
        hint: "copy or download the file again")
    case HR_FAILURE_CHUNKS:
      return Diagnostic(
        "the values lie in chunks of a size that cannot be: \(text)", place: place,
        hint: "the file is damaged: copy or download it again")
    case HR_FAILURE_TOO_LARGE: return Diagnostic(text, place: place)
    case HR_FAILURE_NO_MEMORY: return Diagnostic("there is not enough memory to read this", place: place)
    case HR_FAILURE_LONG_TEXT:
      return limits.problem(.textBytes, "the text has \(text) bytes", needed: found, place: place)
    case HR_FAILURE_LARGE_BLOCK:
      return limits.problem(
        .recordingBytes, "the values lie in a block of \(text) bytes", needed: found, place: place)
    case HR_FAILURE_MANY_MEMBERS:
      return limits.problem(
        .members, "there are more names to go through",
        needed: UInt64(clamping: 2 * limits[.members]), place: place)
    default:
      return Diagnostic(
        "the HDF5 library cannot read this: \(text.isEmpty ? "no reason given" : text)", place: place,
        hint: "the file may be damaged: copy or download it again")
    }
  }

  static func text(of failure: hr_failure) -> String {
    withUnsafeBytes(of: failure.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  static func named(_ type: hr_class) -> String {
    switch type {
    case HR_CLASS_NUMBER: "numbers"
    case HR_CLASS_STRING: "texts"
    case HR_CLASS_COMPOUND: "compound values (records with several members)"
    case HR_CLASS_REFERENCE: "references to several objects"
    default: "values of another type"
    }
  }
}

extension HDF5File {
  /// The failure in words; a missing object comes with the names that are near.
  borrowing func explained(_ failure: hr_failure, at object: String) -> Diagnostic {
    var diagnostic = HDF5Problem.explained(
      failure, place: .init(file: path, path: object), limits: budget.limits)
    if failure.kind == HR_FAILURE_ABSENT {
      let parts = object.split(separator: "/").map(String.init)
      var group = ""
      for part in parts {
        if exists(group + "/" + part) {
          group += "/" + part
          continue
        }
        let known = (try? members(of: group.isEmpty ? "/" : group, most: 1000)) ?? []
        diagnostic.hint = suggestionHint(for: part, among: known)
        break
      }
    }
    return diagnostic
  }
}
