/// A common recording format that no reader supports, with advice for its conversion.
struct ForeignFormat {
  /// File name endings in lower case.
  private let endings: [String]
  /// First bytes of such files, where an array of NumPy may be taken for one.
  let signature: [UInt8]?
  let words: String
  let advice: String

  private init(_ endings: [String], signature: [UInt8]? = nil, _ words: String, _ advice: String) {
    (self.endings, self.signature, self.words, self.advice) = (endings, signature, words, advice)
  }

  /// In commands, `x` stands for the name of a file.
  static let all = [
    ForeignFormat(
      ["npz"], signature: [0x50, 0x4B, 0x03, 0x04], "an archive of NumPy arrays (a ZIP file)",
      "unpack it, one array a file: for k, v in np.load('x.npz').items(): np.save(k, v, allow_pickle=False)"),
    ForeignFormat(
      ["pkl", "pickle"], signature: [0x80], "a pickle of Python",
      "reading one can run code, so none is read: save its arrays with np.save(…, allow_pickle=False), or its table as CSV"
    ),
    ForeignFormat(
      ["fit"], "a FIT file of a watch or bike computer",
      """
      after pip install fitdecode: python3 -c "import csv, fitdecode; rows = [(f.get_value('timestamp').timestamp(), f.get_value('heart_rate')) for f in fitdecode.FitReader('x.fit') if f.frame_type == fitdecode.FIT_FRAME_DATA and f.name == 'record' and f.has_field('heart_rate')]; csv.writer(open('x.csv', 'w')).writerows([('time', 'bpm')] + rows)"
      """),
    ForeignFormat(
      ["tcx"], "a TCX file of a watch",
      """
      python3 -c "import csv, xml.etree.ElementTree as E; csv.writer(open('x.csv', 'w')).writerows([('time', 'bpm')] + [(p.findtext('{*}Time'), p.findtext('{*}HeartRateBpm/{*}Value')) for p in E.parse('x.tcx').findall('.//{*}Trackpoint')])"
      """),
    ForeignFormat(
      ["gpx"], "a GPX file of a watch",
      """
      python3 -c "import csv, xml.etree.ElementTree as E; csv.writer(open('x.csv', 'w')).writerows([('time', 'bpm')] + [(p.findtext('{*}time'), p.findtext('.//{*}hr')) for p in E.parse('x.gpx').findall('.//{*}trkpt')])"
      """),
    ForeignFormat(
      ["xml"], "an XML text",
      """
      of Apple Health's export, the ECGs in electrocardiograms/ are tables, which are read: give that folder; its heart rates: python3 -c "import csv, xml.etree.ElementTree as E; csv.writer(open('x.csv', 'w')).writerows([('time', 'bpm')] + [(e.get('startDate'), e.get('value')) for _, e in E.iterparse('export.xml') if e.get('type') == 'HKQuantityTypeIdentifierHeartRate'])"; of another program: export a table
      """),
    ForeignFormat(
      ["avro"], "an Avro file, as Empatica's EmbracePlus writes them",
      """
      after pip install fastavro numpy, which prints the sample rate: python3 -c "import fastavro, numpy; [numpy.savetxt('x_bvp.csv', r['rawData']['bvp']['values'], header='bvp', comments='') or print(r['rawData']['bvp']['samplingFrequency']) for r in fastavro.reader(open('x.avro', 'rb'))]"
      """),
    ForeignFormat(
      ["acq"], "an AcqKnowledge file",
      "in AcqKnowledge save it as text or MAT; or after pip install bioread h5py: acq2hdf5 x.acq x.h5"),
    ForeignFormat(["adicht"], "a LabChart file", "in LabChart export it as text or MAT"),
    ForeignFormat(
      ["json"], "a JSON text",
      """
      after pip install pandas: python3 -c "import json, pandas; d = pandas.json_normalize(json.load(open('x.json'))); d.to_csv('x.csv', index=False)"; for Fitbit's heart_rate files write before d.to_csv: d['dateTime'] = pandas.to_datetime(d['dateTime'], format='%m/%d/%y %H:%M:%S');
      """),
    ForeignFormat(["xlsx", "xls", "ods"], "a spreadsheet", "save each sheet as CSV"),
    ForeignFormat(
      ["parquet", "feather"], "a table of Arrow",
      """
      after pip install pandas pyarrow: python3 -c "import pandas; pandas.read_parquet('x.parquet').to_csv('x.csv', index=False)" (of Feather: read_feather)
      """),
    ForeignFormat(
      ["rds", "rdata"], "a file of R", "write it from R: write.csv(x, 'x.csv', row.names = FALSE)"),
    ForeignFormat(
      ["vhdr", "vmrk", "eeg"], "a part of a BrainVision recording",
      """
      after pip install mne edfio: python3 -c "import mne; mne.io.read_raw_brainvision('x.vhdr').export('x.edf')"
      """),
    ForeignFormat(["zip", "7z", "rar", "tar", "tgz", "bz2", "xz", "zst"], "a packed file", "unpack it"),
    ForeignFormat(["gz"], "packed by gzip, and by its name no text", "unpack it: gunzip -k FILE"),
  ]

  /// Returns the format that the ending of a file name selects; `nil` for other endings, and for packed texts.
  static func of(_ path: String) -> ForeignFormat? {
    if FileOutline.mayBeRead(path) { return nil }
    let ending = path.split(separator: ".").last?.lowercased() ?? ""
    return all.first { $0.endings.contains(ending) }
  }
}
