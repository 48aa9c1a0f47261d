internal import Foundation

/// A data set and an experiment in which any name may be a hostile text.
struct HostileProject {
  let folder: String
  /// Name of the experiment's file.
  let experiment: String
  let recordings: [String]
  /// True if there is a file whose name is not UTF-8.
  let holdsUnreadableName: Bool

  init(in folder: String, _ seeds: Seeds, _ dice: inout Dice) throws(Folder.Problem) {
    self.folder = folder
    try Folder.make("\(folder)/data")
    var names: [String] = []
    for index in 0..<3 {
      let name = index == 0 ? "plain" : Self.fileName(&dice)
      guard !names.contains(name) else { continue }
      names.append(name)
      try Folder.write(Self.recording(index, seeds, &dice), to: "\(folder)/data/\(name).h5")
    }
    holdsUnreadableName = dice.chance(oneIn: 4)
    if holdsUnreadableName {
      let path =
        Array("\(folder)/data/".utf8)
        + dice.pick([[0xff], [0x61, 0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0xaf]]) + Array(".h5".utf8)
      try Folder.write(seeds.hdf5[0].recordings[0][0].bytes, toBytes: path)
    }
    recordings = names
    experiment = dice.chance(oneIn: 3) ? Self.fileName(&dice) + ".json" : "experiment.json"
    try Folder.write(Self.descriptor(names, &dice), to: "\(folder)/dataset.json")
    try Folder.write(Self.table(names, &dice), to: "\(folder)/data/people.csv")
    try Folder.make("\(folder)/vendor")
    for name in names { try Folder.write(Self.output(&dice), to: "\(folder)/vendor/\(name).csv") }
    try Folder.write(Self.experiment(&dice), to: "\(folder)/\(experiment)")
  }

  /// A hostile text in one of three cases, else the plain one.
  private static func text(_ plain: String, _ dice: inout Dice) -> String {
    dice.chance(oneIn: 3) ? String(HostileValues.text(&dice).prefix(300)) : plain
  }

  private static func quoted(_ plain: String, _ dice: inout Dice) -> String {
    JSONTree.quoted(text(plain, &dice))
  }

  /// Draws a hostile file name; slashes, which separate folders, are replaced.
  private static func fileName(_ dice: inout Dice) -> String {
    let name = HostileValues.text(&dice).replacing("/", with: "%")
    let short = String(decoding: name.utf8.prefix(150), as: UTF8.self).replacing("\u{fffd}", with: "")
    return short.allSatisfy { $0 == "." } ? "dots\(short.count)" : short
  }

  /// Makes a recording in which some texts are replaced by hostile ones of the same length.
  private static func recording(_ index: Int, _ seeds: Seeds, _ dice: inout Dice) -> [UInt8] {
    var bytes = seeds.hdf5[0].recordings[index][0].bytes
    for word in ["rest", "ramp", "sinus", "III-IV", "I-II", "p01", "p02", "p03"] where dice.chance(oneIn: 3) {
      let old = Array(word.utf8)
      var new: [UInt8] = []
      while new.count < old.count { new += Array(dice.pick(HostileValues.texts).utf8) }
      guard let place = bytes.firstRange(of: old) else { continue }
      bytes.replaceSubrange(place, with: new.prefix(old.count))
    }
    return bytes
  }

  private static func descriptor(_ names: [String], _ dice: inout Dice) -> String {
    let values = names.map { "\(JSONTree.quoted($0)): \(quoted("f", &dice))" }.joined(separator: ", ")
    return """
      {
        "schemaVersion": 1, "name": \(quoted("own", &dice)), "title": \(quoted("Own", &dice)), "description": \(quoted("x", &dice)),
        "citation": \(quoted("Nobody 2020", &dice)), "license": \(quoted("MIT", &dice)), "homePage": \(quoted("https://example.org", &dice)),
        "files": [ { "path": "{recording}.h5", "sampleRate": { "attribute": "sample_rate" } } ],
        "subject": { "attribute": "subject" },
        "channels": { "ppg": "/channels/ppg", "red": { "object": \(quoted("/channels/red", &dice)), "optional": true } },
        "reference": [ { "name": \(quoted("beats", &dice)), "beats": "/reference/beats" } ],
        "metadata": [ { "name": "activity", "attribute": "meta_activity", "optional": true },
          { "name": "rhythm", "attribute": "meta_rhythm", "optional": true },
          { "name": "sex", "values": { \(values) }, "key": "{recording}", "optional": true },
          { "name": "age", "table": "people.csv", "keyColumn": "id", "column": "age", "key": "{recording}", "optional": true } ]
      }

      """
  }

  private static func table(_ names: [String], _ dice: inout Dice) -> String {
    "id,age\n"
      + names.map { name in
        [name, text("30", &dice)].map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(
          separator: ",") + "\n"
      }.joined()
  }

  private static func output(_ dice: inout Dice) -> String {
    "time,value\n2,70\n6,\(text("71", &dice))\n10,75\n"
  }

  private static func experiment(_ dice: inout Dice) -> String {
    let noise = text("noise {snrDecibels}", &dice)
    let first = text("fft", &dice)
    return """
      {
        "schemaVersion": 1, "name": \(quoted("hostile", &dice)), "description": \(quoted("x", &dice)), "seed": 3,
        "datasets": [ { "dataset": "dataset.json", "root": "data" } ],
        "windows": { "windowSeconds": 8, "hopSeconds": 4 },
        "scenarios": [ "clean", { "label": \(JSONTree.quoted(noise)), "scenario": "whiteNoise", "parameters": { "snrDecibels": 10 } } ],
        "detectors": [ { "label": \(JSONTree.quoted(first)), "detector": "fft" }, { "label": \(quoted("peak", &dice)), "detector": "peak" },
          { "label": \(quoted("vendor", &dice)), "recorded": "vendor/{recording}.csv", "scenarios": ["clean"] } ],
        "baseline": \(JSONTree.quoted(first)), "qualities": [ { "quality": "skewness", "label": \(quoted("skew", &dice)) } ],
        "strata": ["activity", "sex", "age"]
      }

      """
  }
}
