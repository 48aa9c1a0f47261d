package import HRSupport
package import HRRunning
internal import HRPlugins
package import HRRecordings
package import HRSignals

/// One scenario with the numbers of one repeat.
package struct Trial {
  let plan: ScenarioPlan
  let seed: UInt64
  let repetition: Int
  private var noise = NoiseCache()

  package init(plan: ScenarioPlan, seed: UInt64, repetition: Int) {
    self.plan = plan
    self.seed = seed
    self.repetition = repetition
  }

  package mutating func damaged(
    _ recording: Recording, of dataset: Dataset
  ) throws(Diagnostics) -> ScenarioPlan.Damaged {
    do throws(ScenarioFailure) {
      return try plan.apply(
        to: recording, of: dataset, seed: seed, repetition: repetition, noise: &noise)
    } catch {
      throw Diagnostics(error.reason)
    }
  }
}
