internal import HRRecordings

/// What a run's plan notes of the recordings that detectors were tuned on.
extension RunPlan {
  /// What is stated of a detector with all that it is fed through.
  package struct TuningNote: Codable, Equatable, Sendable {
    package let stated: [Stated]
    /// Stages of which nothing is stated: `fft@4`.
    package let unstated: [String]

    package init(stated: [Stated], unstated: [String]) {
      self.stated = stated
      self.unstated = unstated
    }

    package struct Stated: Codable, Equatable, Sendable {
      /// `fusion@2`, or the experiment.
      package let by: String
      /// With `*` and `?`, as names of recordings.
      package let dataset: String
      /// Empty: all of it.
      package let recordings: [String]
      package let what: String

      package init(by: String, dataset: String, recordings: [String], what: String) {
        self.by = by
        self.dataset = dataset
        self.recordings = recordings
        self.what = what
      }

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

  /// What states that an experiment's author tuned a detector.
  package static let tunedByExperiment = "the experiment"

  /// Whether a detector is stated to have been tuned on a recording.
  package func hasSeen(_ detector: Int, recording: Int) -> Bool {
    let note = recordings[recording]
    let name = datasets[note.dataset].name
    return detectors[detector].tunedOn?.stated.contains { $0.names(note.id, of: name) } ?? false
  }

  /// Whether a detector is stated to have been tuned on any recording of a data set; `nil` where it is not, and not all
  /// of its stages state what they were tuned on.
  package func hasSeen(_ detector: Int, dataset: Int) -> Bool? {
    let isSeen = recordings.indices.contains { index in
      recordings[index].dataset == dataset && hasSeen(detector, recording: index)
    }
    return isSeen ? true : detectors[detector].tunedOn?.unstated.isEmpty == true ? false : nil
  }

  /// Recordings that a detector is stated to have been tuned on, in order.
  package func seen(by detector: Int) -> [Int] {
    recordings.indices.filter { hasSeen(detector, recording: $0) }
  }

  /// Whether each recording has been seen by any detector of the run, as far as that is stated.
  package var areSeen: [Bool] {
    recordings.indices.map { recording in
      detectors.indices.contains { hasSeen($0, recording: recording) }
    }
  }
}

extension [Bool] {
  /// Whether there are both.
  package var areMixed: Bool { contains(true) && contains(false) }
}
