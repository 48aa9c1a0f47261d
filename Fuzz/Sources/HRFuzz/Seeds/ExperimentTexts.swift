/// Experiments over the seeds.
enum ExperimentTexts {
  /// Two detectors, two scenarios: takes a fraction of a second.
  static func small(dataset: String, root: String, name: String = "small") -> String {
    """
    {
      "schemaVersion": 1, "name": \(JSONTree.quoted(name)), "seed": 3,
      "datasets": [ { "dataset": \(JSONTree.quoted(dataset)), "root": \(JSONTree.quoted(root)) } ],
      "windows": { "windowSeconds": 8, "hopSeconds": 4 },
      "scenarios": [ "clean", { "label": "noise {snrDecibels}", "scenario": "whiteNoise", "parameters": { "snrDecibels": [10] } } ],
      "detectors": [ "fft", "peak" ],
      "baseline": "fft"
    }

    """
  }

  /// Some eighty units of work, so that there is time to disturb it.
  static func long(dataset: String, root: String) -> String {
    """
    {
      "schemaVersion": 1, "name": "long", "seed": 3,
      "datasets": [ { "dataset": \(JSONTree.quoted(dataset)), "root": \(JSONTree.quoted(root)) } ],
      "windows": { "windowSeconds": 8, "hopSeconds": 1 },
      "scenarios": [ "clean", { "label": "noise", "scenario": "whiteNoise", "repeats": 20 } ],
      "detectors": [ "fft", "peak" ]
    }

    """
  }

  /// An experiment with nearly every key.
  static func rich(dataset: String, root: String) -> String {
    """
    {
      "schemaVersion": 1, "name": "rich", "description": "All keys", "seed": 7,
      "datasets": [ { "dataset": \(JSONTree.quoted(dataset)), "root": \(JSONTree.quoted(root)), "select": ["s0*"], "exclude": ["s04"],
        "reference": "beats" } ],
      "measurand": "heartRate", "mode": "continuous", "windows": { "windowSeconds": 8, "hopSeconds": 4 },
      "tolerance": { "withinBPM": 5, "withinPercent": 10 }, "beats": { "toleranceSeconds": 0.15, "lagSeconds": 0.4 },
      "scenarios": [ "clean",
        { "label": "noise {snrDecibels}", "scenario": "whiteNoise", "parameters": { "snrDecibels": [20, 0] }, "repeats": 2 },
        { "label": "jog", "steps": [ { "scenario": "motionBursts" }, { "scenario": "pinkNoise", "parameters": { "snrDecibels": 10 } } ] },
        { "scenario": "recordedNoise", "label": "own noise", "noise": { "dataset": \(JSONTree.quoted(dataset)), "root": \(JSONTree.quoted(root)),
          "select": ["s04"], "channels": ["accelerometerX"] }, "parameters": { "snrDecibels": 10 } } ],
      "detectors": [ "fft", { "label": "peak, narrow", "extractor": "red", "filters": [ { "filter": "butterworth",
          "parameters": { "order": 3, "lowCutoffHz": 0.7, "highCutoffHz": 3.5 } } ], "detector": "peak", "baseline": "fft",
          "beatLagSeconds": 0.1, "acceptWhen": [ { "quality": "skewness", "atLeast": -1 } ],
          "confidenceFrom": { "quality": "snr.deHaan" }, "scenarios": ["clean", "noise {snrDecibels}"] },
        { "label": "vendor", "recorded": "vendor/{recording}.json", "scenarios": ["clean"], "rangeBPM": [30, 240] },
        { "label": "wave", "detector": "fft", "recordedTrace": "vendor/{recording}.json", "scenarios": ["clean"] },
        { "label": "sure", "detector": "peak.swasthicare", "acceptWhen": [ { "word": "confidence", "anyOf": ["high", "moderate"] } ] } ],
      "words": ["quality", "motion"],
      "claims": [ { "claim": "It is right.", "source": "nobody", "holdsWhen": [
        { "detector": "fft", "scenario": "clean", "metric": "withinBPMShare", "atLeast": 0.9, "by": "activity" },
        { "detector": "fft", "scenario": "jog", "metric": "maeBPM", "lessThan": { "scenario": "clean" }, "margin": 2 },
        { "detector": "sure", "scenario": "clean", "metric": "biasBPM", "moreThan": { "detector": "fft" }, "windows": "own" } ] } ],
      "baseline": "fft", "metrics": ["maeBPM", "biasBPM"], "cadence": true, "qualities": [ "skewness", { "quality": "flatLine", "label": "flat" } ],
      "strata": ["activity"], "report": { "formats": ["markdown", "csv", "json"] }
    }

    """
  }

  /// One measurement per recording: lengths, starts and tries.
  static func spot(dataset: String, root: String) -> String {
    """
    {
      "schemaVersion": 1, "name": "spot", "seed": 3,
      "datasets": [ { "dataset": \(JSONTree.quoted(dataset)), "root": \(JSONTree.quoted(root)) } ],
      "mode": "spot", "windows": { "windowSeconds": [4, 6], "startSeconds": [0, 1.5], "tries": 2 },
      "scenarios": [ "clean", { "label": "noise {snrDecibels}, {windowSeconds}/{startSeconds}", "scenario": "whiteNoise", "parameters": { "snrDecibels": [10, 0] } } ],
      "detectors": [ "fft", "peak.swasthicare" ],
      "claims": [ { "claim": "Longer is better.", "source": "nobody", "holdsWhen": [
        { "detector": "fft", "scenario": "clean, 6 s from 0 s", "metric": "maeBPM", "lessThan": { "scenario": "clean, 4 s from 0 s" } } ] } ]
    }

    """
  }

  /// Recorded output of another program, its wave as the input of two detectors, and a detector without recorded
  /// output.
  static func recorded(dataset: String, root: String) -> String {
    """
    {
      "schemaVersion": 1, "name": "recorded", "seed": 3,
      "datasets": [ { "dataset": \(JSONTree.quoted(dataset)), "root": \(JSONTree.quoted(root)) } ],
      "windows": { "windowSeconds": 8, "hopSeconds": 4 },
      "detectors": [ { "label": "json", "recorded": "vendor/{recording}.json" }, { "label": "csv", "recorded": "vendor/{recording}.csv" }, "constant",
        { "label": "wave", "detector": "fft", "recordedTrace": "vendor/{recording}.json" },
        { "label": "filtered wave", "detector": "peak", "filters": ["onePoleBand"], "recordedTrace": "vendor/{recording}.json" } ]
    }

    """
  }
}
