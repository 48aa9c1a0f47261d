/// The units of one shard, and the paths of its files until it is complete.
struct ShardShare: Sendable {
  /// Units of the plan by their numbers.
  let units: Range<Int>
  /// Path of a store that no other process writes.
  let storePath: String
  /// Stores of earlier attempts, whose finished units are copied.
  let leftoverPaths: [String]
  /// Folder of the programs' standard error.
  let speechFolder: String
}
