/// Numbers of a dataset in row-major order (last dimension fastest), with its dimensions.
package struct HDF5Array: Sendable {
  package let values: [Double]
  package let dimensions: [Int]
  /// Number of values that were never written to the file; they are NaN.
  package var neverWritten = 0
}
