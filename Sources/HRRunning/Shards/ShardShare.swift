/// The part of a run that one shard is, and where it is kept until it is whole.
struct ShardShare: Sendable {
  /// Units of the plan by their numbers.
  let units: Range<Int>
  /// A store that no other process writes.
  let storePath: String
  /// Stores of earlier attempts, whose finished units are taken over.
  let leftoverPaths: [String]
  /// Where programs' standard error is kept.
  let speechFolder: String
}
