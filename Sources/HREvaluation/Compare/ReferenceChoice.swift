package import HRResults
internal import HRDiagnostics

/// Which reference the recordings of a data set were held against, and by how much its times were moved.
package struct ReferenceChoice: Equatable, Sendable {
  package let dataset: String
  /// Its name and, of an ECG, what found the beats; `none` without one.
  package let reference: String
  /// The key that it stands under in the descriptor; `nil` without one, and where it is not known.
  package let kind: String?
  /// `nil` as ``kind``.
  package let offsetSeconds: Double?
  /// Of the descriptor; `nil` where it is not known.
  package let descriptorSHA256: String?

  package init(
    dataset: String, reference: String, kind: String?, offsetSeconds: Double?, descriptorSHA256: String?
  ) {
    self.dataset = dataset
    self.reference = reference
    self.kind = kind
    self.offsetSeconds = offsetSeconds
    self.descriptorSHA256 = descriptorSHA256
  }

  package init(_ note: RunPlan.DatasetNote) {
    self.init(
      dataset: note.name, reference: note.reference, kind: note.referenceKind,
      offsetSeconds: note.offsetSeconds, descriptorSHA256: note.descriptorSHA256)
  }

  /// A sentence per thing that changed; what one of the two does not say is not held against it.
  ///
  /// - Parameters:
  ///   - old: of the earlier run; data sets that only one of the two has are passed over.
  ///   - new: of the later one, in the order of the sentences.
  package static func changes(from old: [ReferenceChoice], to new: [ReferenceChoice]) -> [String] {
    pairs(old, new).compactMap { $1.change(since: $0) }
  }

  /// Data sets whose descriptors are not the same in both; those whose digests are not known in both are none.
  package static func changedDescriptors(from old: [ReferenceChoice], to new: [ReferenceChoice]) -> [String] {
    pairs(old, new).compactMap { old, new in
      guard let before = old.descriptorSHA256, let now = new.descriptorSHA256, before != now else {
        return nil
      }
      return new.dataset
    }
  }

  private static func pairs(
    _ old: [ReferenceChoice], _ new: [ReferenceChoice]
  ) -> [(old: ReferenceChoice, new: ReferenceChoice)] {
    new.compactMap { new in old.first { $0.dataset == new.dataset }.map { ($0, new) } }
  }

  private func change(since old: ReferenceChoice) -> String? {
    if reference != old.reference {
      return "the reference of \(dataset) was \(old.named), now \(named)"
    }
    if let before = old.kind, let kind, kind != before {
      return "the reference \"\(reference)\" of \(dataset) was of the kind \(before), now \(kind)"
    }
    if let before = old.offsetSeconds, let offsetSeconds, offsetSeconds != before {
      return
        "the offset of the reference \"\(reference)\" of \(dataset) was \(Self.seconds(before)), now \(Self.seconds(offsetSeconds))"
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
    (seconds < 0 ? "−" : "") + shortest(abs(seconds)) + " s"
  }
}
