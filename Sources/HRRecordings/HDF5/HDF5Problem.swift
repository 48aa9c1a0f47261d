internal import CHRFiles
internal import HRSupport

/// Messages about problems of an HDF5 file.
enum HDF5Problem {
  static func unopened(_ failure: hr_failure, path: String, limits: ReadingLimits) -> Diagnostics {
    let place = Diagnostic.Place(file: path)
    switch failure.kind {
    case HR_FAILURE_NOT_HDF5:
      return Diagnostics(
        "not an HDF5 file: its signature is missing", place: place,
        hint: "MATLAB writes HDF5 with save -v7.3 only")
    case HR_FAILURE_TRUNCATED:
      return Diagnostics("the file is cut off", place: place, hint: "copy or download it again")
    default: return explained(failure, place: place, limits: limits)
    }
  }

  static func explained(
    _ failure: hr_failure, place: Diagnostic.Place, limits: ReadingLimits
  ) -> Diagnostics {
    let text = text(of: failure)
    let found = UInt64(text, radix: 10) ?? UInt64.max
    func problem(_ message: String, _ hint: String? = nil) -> Diagnostics {
      Diagnostics(message, place: place, hint: hint)
    }
    return switch failure.kind {
    case HR_FAILURE_ABSENT: problem("there is no such object in the file")
    case HR_FAILURE_NOT_A_DATASET: problem("expected a dataset, found \(text)")
    case HR_FAILURE_FILTER:
      problem(
        "the values are compressed by \(text), which is not available here",
        rewriting(text))
    case HR_FAILURE_OUTSIDE:
      problem("the object is in another file, which is not followed", "copy the values into this file")
    case HR_FAILURE_TOO_NEW:
      problem(
        "the file uses a newer format than this HDF5 library reads (\(text))",
        "write it without libver='latest', or the file is damaged")
    case HR_FAILURE_TRUNCATED:
      problem("the file is cut off or damaged (\(text))", "copy or download it again")
    case HR_FAILURE_TYPE: problem("expected a number or a text, found \(text)")
    case HR_FAILURE_LAYOUT:
      problem(
        "the values are \(text)", "the file may be damaged, else rewrite it with numbers of 16, 32 or 64 bits"
      )
    case HR_FAILURE_LOCKED:
      problem(
        "the file is open for writing in another program",
        "close it there, or copy the file; `h5clear -s` frees a file whose writer has crashed")
    case HR_FAILURE_TEXT:
      problem(
        "the text is damaged: its length or its place in the file is wrong", "copy or download the file again"
      )
    case HR_FAILURE_CHUNKS:
      problem(
        "the values are in chunks of a size that cannot be: \(text)",
        "the file is damaged: copy or download it again")
    case HR_FAILURE_PLACES:
      problem(
        "the values are where they cannot be: \(text)", "the file is damaged: copy or download it again")
    case HR_FAILURE_RECORD:
      problem(
        "the records are laid out as they cannot be: \(text)",
        "the file is damaged: copy or download it again")
    case HR_FAILURE_TOO_LARGE: problem(text)
    case HR_FAILURE_NO_MEMORY: problem("there is not enough memory to read this")
    case HR_FAILURE_LONG_TEXT:
      limits.problem(.textBytes, "the text has \(text) bytes", needed: found, place: place)
    case HR_FAILURE_LARGE_BLOCK:
      limits.problem(
        .recordingBytes, "the values are in a block of \(text) bytes", needed: found, place: place)
    case HR_FAILURE_MANY_MEMBERS:
      limits.problem(
        .members, "there are more names to go through",
        needed: UInt64(clamping: 2 * limits[.members]), place: place)
    default:
      problem(
        "the HDF5 library cannot read this: \(text.isEmpty ? "no reason given" : text)",
        "the file may be damaged: copy or download it again")
    }
  }

  /// Returns the command that rewrites a file with gzip. `h5repack` reads the library's own filters only; with others
  /// it leaves the data set out.
  private static func rewriting(_ filter: String) -> String {
    if ["szip", "nbit", "scaleoffset"].contains(where: filter.contains) {
      return "rewrite the file with gzip: h5repack -f GZIP=4 in.h5 out.h5"
    }
    let imports = filter.contains("lzf") ? "h5py" : "h5py, hdf5plugin"
    let copy = "b.create_dataset(n, data=o[()], compression=\"gzip\" if o.shape and o.size else None)"
    return
      "rewrite the file with gzip, here by Python with \(imports): python3 -c 'import \(imports); a = h5py.File(\"in.h5\"); b = h5py.File(\"out.h5\", \"w\"); b.attrs.update(a.attrs); a.visititems(lambda n, o: (\(copy) if isinstance(o, h5py.Dataset) else b.require_group(n)).attrs.update(o.attrs))'"
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
  /// Returns the failure in words; for a missing object with the names of similar objects.
  borrowing func explained(_ failure: hr_failure, at object: String) -> Diagnostics {
    let place = Diagnostic.Place(file: path, path: object)
    var diagnostic = HDF5Problem.explained(failure, place: place, limits: budget.limits).first
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
    return Diagnostics(diagnostic)
  }
}
