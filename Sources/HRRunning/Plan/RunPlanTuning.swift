internal import HRRecordings

/// Notes in a run's plan of the recordings that detectors were tuned on.
extension RunPlan {
  /// Statements on a detector and all stages before it.
  package struct TuningNote: Codable, Equatable, Sendable {
    package let stated: [Stated]
    /// Stages without a statement: `fft@4`.
    package let unstated: [String]

    package struct Stated: Codable, Equatable, Sendable {
      /// Author of the statement: `fusion@2`, or the experiment.
      package let by: String
      /// Name of the data set, with the wildcards `*` and `?`, as the recordings' names.
      package let dataset: String
      /// Names of recordings; empty: all of the data set.
      package let recordings: [String]
      package let what: String

      /// `uw-oximetry (100001-*, 100002-*)`
      package var place: String {
        dataset + (recordings.isEmpty ? "" : " (\(recordings.joined(separator: ", ")))")
      }

      fileprivate func names(_ id: String, of name: String) -> Bool {
        name.fits(wildcards: dataset)
          && (recordings.isEmpty || recordings.contains { id.fits(wildcards: $0) })
      }
    }
  }

  /// Author of a statement that the experiment makes.
  package static let tunedByExperiment = "the experiment"

  /// Returns true if a detector is stated to have been tuned on a recording.
  package func hasSeen(_ detector: Int, recording: Int) -> Bool {
    let note = recordings[recording]
    let name = datasets[note.dataset].name
    return detectors[detector].tunedOn?.stated.contains { $0.names(note.id, of: name) } ?? false
  }

  /// Returns true if a detector is stated to have been tuned on any recording of a data set; `nil` if it is not, and
  /// not all of its stages state what they were tuned on.
  package func hasSeen(_ detector: Int, dataset: Int) -> Bool? {
    let isSeen = recordings.indices.contains { index in
      recordings[index].dataset == dataset && hasSeen(detector, recording: index)
    }
    return isSeen ? true : detectors[detector].tunedOn?.unstated.isEmpty == true ? false : nil
  }

  /// Returns the recordings that a detector is stated to have been tuned on, in order.
  package func seen(by detector: Int) -> [Int] {
    recordings.indices.filter { hasSeen(detector, recording: $0) }
  }

  /// True for each recording that any detector of the run is stated to have been tuned on.
  package var areSeen: [Bool] {
    recordings.indices.map { recording in
      detectors.indices.contains { hasSeen($0, recording: recording) }
    }
  }
}

extension [Bool] {
  /// True if both values occur.
  package var areMixed: Bool { contains(true) && contains(false) }
}
