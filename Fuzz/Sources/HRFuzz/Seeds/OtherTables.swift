internal import Foundation

/// The seeds' tables in other people's layouts.
enum OtherTables {
  private static func rows(_ bytes: [UInt8]) -> [[Double]] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",").compactMap { Double($0) } }
  }

  /// Semicolons, decimal commas, milliseconds, two lines before the header, gaps, and an end before the end.
  static func german(_ bytes: [UInt8]) -> [UInt8] {
    var text = "Messung\n# Kommentar\nZeit;Wert\n"
    for (index, row) in rows(bytes).enumerated() where row.count == 2 {
      let value = "\(row[1])".replacing(".", with: ",")
      text += "\(row[0] * 1000)".replacing(".", with: ",") + ";" + (index % 97 == 96 ? "NA" : value) + "\n"
    }
    return Array((text + "ENDE;\nnichts;mehr\n").utf8)
  }

  /// Milliseconds from beat to beat, parted in every allowed way.
  static func intervals(_ bytes: [UInt8]) -> [UInt8] {
    let beats = rows(bytes).compactMap(\.first)
    let separators = [" ", "\n", ", ", ";", "\t"]
    var text = ""
    for (index, pair) in zip(beats, beats.dropFirst()).enumerated() {
      text += "\((pair.1 - pair.0) * 1000)" + separators[index % separators.count]
    }
    return Array(text.utf8)
  }
}
