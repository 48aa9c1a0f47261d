import HRDoctor
import HRSignals
import HRSynthesis
import Testing

@Suite struct RateCoursesTests {
  @Test func referenceAndSignalsLieTogetherInAGoodRecording() throws {
    var plan = SynthesisPlan()
    plan.activities = [.ramp]
    let courses = RateCourses(plan.recording(0))
    #expect(courses.nearShare == 1)
    // Windows of 20 s every 10 s in 120 s, at their middles.
    #expect(courses.reference.map(\.seconds) == stride(from: 10.0, through: 110, by: 10).map { $0 })
    #expect(courses.estimated.count >= 9 && courses.channel != nil)
    for point in courses.estimated {
      let stated = try #require(courses.reference.first { $0.seconds == point.seconds })
      #expect(abs(stated.bpm - point.bpm) < 3)
    }
  }

  @Test func withoutAReferenceThereAreTheSignalsAlone() {
    let recording = SynthesisPlan().recording(0)
    let courses = RateCourses(recording.with(reference: Reference.none))
    #expect(courses.reference.isEmpty && courses.nearShare == nil && !courses.estimated.isEmpty)
  }
}
