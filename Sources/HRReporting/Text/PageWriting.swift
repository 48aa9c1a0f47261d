internal import HRRecordings

extension PageShell {
  /// The text in pieces, its script named by its digest.
  package var pieces: [String] { pieces(sha256: ContentHash.bytes) }
}
