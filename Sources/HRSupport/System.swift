// What every module that imports this one has of the system: the C library, and of Foundation the essential part. The
// whole of Foundation would bring 34 MB of ICU's tables into the program on Linux; macOS has it in any case.
#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
  @_exported public import Glibc
#else
  @_exported public import Foundation
#endif

// Calls of the system for who has methods of the same names.
package func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ bytes: Int) -> Int {
  read(descriptor, buffer, bytes)
}
package func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ bytes: Int) -> Int {
  write(descriptor, buffer, bytes)
}
package func systemPoll(_ watched: UnsafeMutablePointer<pollfd>, _ count: nfds_t, _ milliseconds: Int32)
  -> Int32
{
  poll(watched, count, milliseconds)
}
package func systemKill(_ process: pid_t, _ signal: Int32) -> Int32 {
  kill(process, signal)
}
