/// Files that no reader takes, by their endings, and what to do with them.
struct ForeignFile {
  /// What it is, and why it is not read: `a Python pickle: opening one runs what it holds`
  let words: String
  let hint: String

  /// `nil` where the ending is not known.
  init?(path: String) {
    switch path.split(separator: ".").last?.lowercased() {
    case "pkl", "pickle":
      words = "a Python pickle, which no reader takes: to open one is to run what it holds"
      hint =
        "write its arrays as tables, with numpy.savetxt, or as HDF5, with h5py; datasets/ppg-dalia/README.md has the lines"
    case "xls", "xlsx", "ods":
      words = "a spreadsheet, which no reader takes"
      hint = "save the sheet as CSV"
    case "parquet", "feather":
      words = "a table in columns of Apache Arrow, which no reader takes"
      hint = "write it as CSV: pandas.read_parquet(…).to_csv(…)"
    default: return nil
    }
  }
}
