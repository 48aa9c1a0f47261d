internal import CHRFiles

/// Treatment of memory that is no longer used.
package enum FreedMemory {
  /// Returns freed memory to the system at once from now on, if the C library is glibc, which else keeps it for
  /// pieces of other sizes. This costs time, so it is for data that exceed the memory.
  package static func returnAtOnce() { hr_return_freed_memory() }
}
