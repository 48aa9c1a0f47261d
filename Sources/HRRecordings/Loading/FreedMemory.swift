internal import CHRFiles

/// What becomes of memory that is no longer used.
package enum FreedMemory {
  /// From now on it goes back to the system at once, where the C library is glibc, instead of being kept for pieces of
  /// other sizes. Costs time, so it is for work on more than fits into memory.
  package static func returnAtOnce() { hr_return_freed_memory() }
}
