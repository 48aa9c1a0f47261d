import HRTestSupport
import Testing

/// The commands that `init` shows for formats that no reader takes, run as they are shown.
@Suite struct ForeignFormatTests {
  private static var hasPython: Bool { (try? Program.shell("python3 -c ''", in: "/"))?.code == 0 }

  private static let dates = ["2026-03-02T09:15:00Z", "2026-03-02T09:15:01Z", "2026-03-02T09:15:02Z"]

  private static let tcx =
    "<TrainingCenterDatabase xmlns=\"http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2\"><Activities><Activity><Lap><Track>"
    + dates.enumerated().map {
      "<Trackpoint><Time>\($1)</Time><HeartRateBpm><Value>\(61 + $0)</Value></HeartRateBpm></Trackpoint>"
    }.joined() + "</Track></Lap></Activity></Activities></TrainingCenterDatabase>"

  private static let gpx =
    "<gpx xmlns=\"http://www.topografix.com/GPX/1/1\" xmlns:e=\"http://www.garmin.com/xmlschemas/TrackPointExtension/v1\"><trk><trkseg>"
    + dates.enumerated().map {
      "<trkpt lat=\"1\" lon=\"2\"><time>\($1)</time><extensions><e:TrackPointExtension><e:hr>\(61 + $0)</e:hr></e:TrackPointExtension></extensions></trkpt>"
    }.joined() + "</trkseg></trk></gpx>"

  private static let health =
    "<?xml version=\"1.0\"?><!DOCTYPE HealthData [ <!ELEMENT HealthData (Record*)> ]><HealthData locale=\"en_US\">"
    + (0..<3).map {
      "<Record type=\"HKQuantityTypeIdentifierHeartRate\" unit=\"count/min\" startDate=\"2026-03-02 10:15:0\($0) +0100\" value=\"\(61 + $0)\"/>"
        + "<Record type=\"HKQuantityTypeIdentifierStepCount\" startDate=\"2026-03-02 10:15:0\($0) +0100\" value=\"9\"/>"
    }.joined() + "</HealthData>"

  @Test(
    .enabled(if: Self.hasPython, "there is no python3"),
    arguments: [("x.tcx", tcx), ("x.gpx", gpx), ("export.xml", health)])
  func whatTheCommandWritesIsRead(_ name: String, _ text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("in/\(name)", text)
    let refused = try Program.run(["init", "in"], in: folder.path)
    #expect(refused.code == 2)
    let command = try #require(refused.err.firstMatch(of: /python3 -c "[^"]*"/), "\(refused.err)")
    let made = try Program.shell(String(command.output), in: folder.path + "/in")
    #expect(made.code == 0, "\(made.err)")
    try folder.write(
      "in/dataset.json",
      """
      { "schemaVersion": 1, "name": "rates", "root": ".",
        "files": [ { "path": "{recording}.csv", "time": { "column": "time", "unit": "dateTime" } } ],
        "reference": [ { "rateSeries": "bpm" } ] }
      """)
    let read = try Program.run(["inspect", "in/dataset.json"], in: folder.path)
    #expect(read.code == 0, "\(read.err)")
    #expect(
      read.out.contains("3 rates over time") && read.out.contains("2026-03-02 09:15:00Z"), "\(read.out)")
  }

  /// Files of such formats are named with the advice on a line of its own.
  @Test func othersAreNamed() throws {
    let folder = try TemporaryFolder()
    for name in ["a.fit", "b.avro", "c.acq", "d.json", "e.xlsx", "f.parquet", "g.vhdr", "h.zip", "i.edf.gz"] {
      try folder.write("in/\(name)", "x")
    }
    let said = try Program.run(["init", "in"], in: folder.path)
    for text in [
      "1 file, a FIT file of a watch or bike computer: a.fit\n    after pip install fitdecode: python3 -c \"",
      "1 file, an AcqKnowledge file: c.acq\n    in AcqKnowledge save it as text or MAT",
      "1 file, packed by gzip, and by its name no text: i.edf.gz\n    unpack it: gunzip -k FILE",
      "a packed file: h.zip\n    unpack it",
    ] {
      #expect(said.err.contains(text), "\(text): \(said.err)")
    }
  }
}
