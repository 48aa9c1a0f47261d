import HRStatistics
import Testing

@Suite struct BeatDelayTests {
  @Test func isTheTimeSinceTheLatestReferenceBeat() {
    var delay = BeatDelay()
    delay.add(reference: [1, 2, 3], detected: [1.25, 2.3, 3.2])
    expectClose(delay.medianMilliseconds, 250)
  }

  @Test func aBeatAHairEarlyBelongsToTheBeatItPrecedes() {
    var delay = BeatDelay()
    delay.add(reference: [1, 2], detected: [1.95])
    expectClose(delay.medianMilliseconds, -50)
  }

  @Test func beatsBeforeTheReferenceAndInItsGapsDoNotCount() {
    var delay = BeatDelay()
    delay.add(reference: [10, 20], detected: [1, 15])
    #expect(delay.medianMilliseconds == nil)
  }
}
