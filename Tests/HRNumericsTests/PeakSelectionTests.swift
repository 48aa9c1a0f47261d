import Testing
import HRNumerics

@Suite struct PeakSelectionTests {
  /// Results of SciPy 1.17's `find_peaks` and `peak_prominences`.
  @Test func peaksAreSeparatedFromTheHighestDown() {
    let x = [0.0, 2, 0, 0, 0, 3, 0, 0, 0, 2, 0, 1, 0, 0, 5, 5, 0]
    #expect(plateauMaxima(x) == [1, 5, 9, 11, 14])
    #expect(separatedPeaks([1, 5, 9, 11, 14], of: x, by: 4.2) == [5, 14])
    #expect(separatedPeaks([1, 5, 9, 11, 14], of: x, by: 4) == [1, 5, 9, 14])
    #expect(prominence(of: 5, in: x) == 3)
    #expect(prominence(of: 11, in: x) == 1)
    #expect(prominence(of: 14, in: x) == 5)
  }
}
