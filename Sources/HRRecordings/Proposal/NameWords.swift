internal import HRSignals

/// Words of a name, in lower case: `ACC_X` is acc and x, `rPeaks` is r and peaks, `Time [s]` is time and s. Digits
/// are separate words.
struct NameWords: Equatable {
  let words: [String]
  /// All letters and digits joined: `spo2`.
  let joined: String

  init(_ name: String) {
    var words: [String] = []
    var word = ""
    var before: Character?
    let letters = Array(name)
    for (index, letter) in letters.enumerated() {
      guard letter.isLetter || letter.isNumber else {
        if !word.isEmpty { words.append(word) }
        (word, before) = ("", nil)
        continue
      }
      if let last = before {
        let next = letters.indices.contains(index + 1) ? letters[index + 1] : nil
        let isNew =
          last.isNumber != letter.isNumber || (last.isLowercase && letter.isUppercase)
          || (last.isUppercase && letter.isUppercase && next?.isLowercase == true && word.count > 1)
        if isNew, !word.isEmpty {
          words.append(word)
          word = ""
        }
      }
      word.append(contentsOf: letter.lowercased())
      before = letter
    }
    if !word.isEmpty { words.append(word) }
    self.words = words
    joined = words.joined()
  }

  func hasAny(_ known: Set<String>) -> Bool { words.contains(where: known.contains) }
}

/// Usual words in the names of columns. None of them is the name of a data set.
enum Vocabulary {
  static let time: Set<String> = [
    "time", "times", "timestamp", "timestamps", "timer", "datetime", "elapsed", "epoch", "unix", "utc",
    "clock",
  ]
  /// Words that mean a time only as the whole name.
  static let timeAlone: Set<String> = [
    "t", "ts", "s", "sec", "secs", "seconds", "ms", "msec", "millis", "us", "ns", "min", "minutes", "hours",
  ]
  /// Words for units of time, with the unit of descriptors.
  static let timeUnits: [String: String] = [
    "s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s", "ms": "ms", "msec": "ms", "msecs": "ms",
    "millis": "ms", "millisecond": "ms", "milliseconds": "ms", "us": "us", "µs": "us", "usec": "us",
    "micros": "us", "microsecond": "us", "microseconds": "us", "ns": "ns", "nanos": "ns", "nanosecond": "ns",
    "nanoseconds": "ns", "min": "min", "mins": "min", "minute": "min", "minutes": "min", "h": "h", "hr": "h",
    "hour": "h", "hours": "h", "day": "d", "days": "d",
  ]
  static let ecg: Set<String> = ["ecg", "ekg", "mlii", "mcl", "lead", "electrocardiogram"]
  static let leads: Set<String> = [
    "i", "ii", "iii", "avr", "avl", "avf", "v", "v1", "v2", "v3", "v4", "v5", "v6", "mcl1", "mlii", "mliii",
    "modv1",
  ]
  static let pulse: Set<String> = [
    "ppg", "pleth", "plet", "plethysmogram", "plethysmograph", "photoplethysmogram", "photoplethysmography",
    "bvp", "pulsewave",
  ]
  static let colours: [String: ChannelKind] = [
    "red": .red, "r": .red, "green": .green, "g": .green, "grn": .green, "blue": .blue, "b": .blue,
    "blu": .blue, "ir": .infrared, "infrared": .infrared, "nir": .infrared,
  ]
  static let breathing: Set<String> = [
    "resp", "rsp", "respiration", "respiratory", "breathing", "thorax", "abdomen", "rip", "co", "capno",
    "capnogram", "airflow", "nasal",
  ]
  static let breaths: Set<String> = ["breath", "breaths", "inspiration", "inspirations"]
  static let acceleration: Set<String> = ["acc", "accel", "accelerometer", "acceleration", "accelerations"]
  static let rate: Set<String> = ["hr", "bpm", "heartrate", "pulserate"]
  static let intervals: Set<String> = [
    "rr", "rri", "ibi", "ibis", "nn", "nni", "ppi", "interval", "intervals", "interbeat",
  ]
  static let beats: Set<String> = [
    "beat", "beats", "peak", "peaks", "rpeak", "rpeaks", "qrs", "onset", "onsets", "annotation",
    "annotations", "ann", "anns", "systole", "systolic",
  ]
  /// Words of times and intervals, which are no waves whatever their values are.
  static let events = beats.union(intervals).union(breaths)
  /// Words in the names of files that say what was measured.
  static let sensors = ecg.union(pulse).union(breathing).union(acceleration).union(rate).union(events).union(
    others)
  static let starts: Set<String> = ["start", "starts", "begin", "begins", "from"]
  static let ends: Set<String> = ["end", "ends", "stop", "stops", "to", "until"]
  /// Words of quantities for which there is no channel.
  static let quantities: Set<String> = [
    "gyro", "gyr", "gyroscope", "mag", "magnetometer", "temp", "temperature", "eda", "gsr", "scl", "scr",
    "emg", "eeg", "eog", "abp", "bp", "pressure", "cvp",
  ]
  /// Words of these quantities, and of what is no measurement.
  static let others = quantities.union([
    "battery", "button", "marker", "trigger", "event", "events",
    "label", "labels", "activity", "posture", "class", "nseq", "seq", "sequence", "index", "idx", "counter",
    "frame", "sample", "samples", "digital", "id", "steps", "step", "age", "weight", "height", "fps",
    "quality", "sqi", "gain", "drv", "tag", "tags", "flag", "flags", "note", "notes", "mark", "marks",
    "markers",
    "status", "stage", "state", "code", "trial", "stim", "stimulus", "task", "valid", "artifact", "artifacts",
    "artefact", "artefacts", "worn", "ambient", "phase", "completion",
  ])
  /// Words of devices whose RR intervals are a reference, and of devices that are tried.
  static let referenceDevices: Set<String> = [
    "strap", "chest", "belt", "polar", "holter", "ecg", "ekg", "reference", "ref", "truth", "bodyguard",
    "faros",
    "movesense", "actiheart", "bioharness", "equivital", "hexoskin", "tickr",
  ]
  static let triedDevices: Set<String> = [
    "watch", "wrist", "ring", "band", "armband", "phone", "camera", "ppg", "apple", "fitbit", "garmin",
    "oura",
    "whoop", "app", "device", "test", "finger", "ear", "earbud", "empatica", "galaxy", "verity",
  ]
  static let devices = referenceDevices.union(triedDevices)
  static let subject: Set<String> = [
    "sub", "subj", "subject", "participant", "patient", "pat", "person", "volunteer", "user", "case",
  ]
}
