package import HRNumerics

/// A place in the pulse wave whose surroundings have a course of their own.
///
/// The course is the same for a copy at another gain, offset, clock or sample rate, and for one in reverse order.
package struct WaveLandmark: Equatable, Sendable {
  /// Number that stands for the course.
  package let course: UInt64
  /// Time of the place.
  package let seconds: Double

  package init(course: UInt64, seconds: Double) {
    (self.course, self.seconds) = (course, seconds)
  }
}

/// First and last seconds of a channel, by which it is known whether another one goes on where it ends.
package struct ChannelEnds: Equatable, Sendable {
  /// One end of a channel.
  package struct End: Equatable, Sendable {
    /// The samples nearest to the end, in order of time; as many as ``LinearPrediction/order``.
    package let edge: [Double]
    /// The best prediction over the seconds at this end.
    package let prediction: LinearPrediction

    package init(edge: [Double], prediction: LinearPrediction) {
      (self.edge, self.prediction) = (edge, prediction)
    }
  }

  package let kind: ChannelKind
  /// Samples per second of the channel, of which not all need be used.
  package let sampleRate: Double
  /// Times of the first sample and of one interval after the last, from the zero of the files' own clock.
  package let range: TimeRange
  package let first: End
  package let last: End

  package init(kind: ChannelKind, sampleRate: Double, range: TimeRange, first: End, last: End) {
    (self.kind, self.sampleRate, self.range) = (kind, sampleRate, range)
    (self.first, self.last) = (first, last)
  }
}
