package import HRRunning
internal import HRSupport

/// The reference that the recordings of a data set were evaluated against, and the offset of its times: those parts of
/// a plan's note on the data set.
package typealias ReferenceChoice = RunPlan.DatasetNote

extension ReferenceChoice {
  /// The note without all that does not concern the reference.
  var choice: ReferenceChoice {
    .init(
      name: name, reference: reference, kind: referenceKind, offsetSeconds: offsetSeconds,
      descriptorSHA256: descriptorSHA256)
  }

  /// Returns a sentence per data set whose reference changed. A field that one of the two does not state is not
  /// compared.
  ///
  /// - Parameters:
  ///   - old: of the earlier run; data sets that only one of the two has are passed over.
  ///   - new: of the later one, in the order of the sentences.
  package static func changes(from old: [ReferenceChoice], to new: [ReferenceChoice]) -> [String] {
    pairs(old, new).compactMap { $1.change(since: $0) }
  }

  /// Returns data sets whose descriptors are not the same in both; without those whose digest is unknown in either.
  package static func changedDescriptors(from old: [ReferenceChoice], to new: [ReferenceChoice]) -> [String] {
    pairs(old, new).compactMap { old, new in
      guard let before = old.descriptorSHA256, let now = new.descriptorSHA256, before != now else {
        return nil
      }
      return new.name
    }
  }

  private static func pairs(
    _ old: [ReferenceChoice], _ new: [ReferenceChoice]
  ) -> [(old: ReferenceChoice, new: ReferenceChoice)] {
    new.compactMap { new in old.first { $0.name == new.name }.map { ($0, new) } }
  }

  private func change(since old: ReferenceChoice) -> String? {
    if reference != old.reference {
      return "the reference of \(name) was \(old.named), now \(named)"
    }
    if let before = old.referenceKind, let kind = referenceKind, kind != before {
      return "the reference \"\(reference)\" of \(name) was of the kind \(before), now \(kind)"
    }
    if let before = old.offsetSeconds, let offsetSeconds, offsetSeconds != before {
      return
        "the offset of the reference \"\(reference)\" of \(name) was \(Self.seconds(before)), now \(Self.seconds(offsetSeconds))"
    }
    return nil
  }

  /// `"oximeters", moved by −5 s`
  private var named: String {
    guard reference != "none" else { return "none" }
    let moved = offsetSeconds.flatMap { $0 == 0 ? nil : ", moved by \(Self.seconds($0))" }
    return "\"\(reference)\"\(moved ?? "")"
  }

  /// `−5 s`, with a minus sign as pages have it.
  package static func seconds(_ seconds: Double) -> String {
    shortest(seconds).withMinusSign + " s"
  }
}
