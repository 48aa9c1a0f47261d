import HRSupport
import Testing

@testable import HRRunning

/// Parsing of the output of Slurm's programs.
@Suite struct SlurmTextTests {
  @Test func theSitesLimitsAreRead() {
    let text = """
      Configuration data as of 2026-01-02T03:04:05
      MaxArraySize            = 1001
      MaxDBDMsgs              = 20008
      MaxJobCount             = 10000
      MaxJobId                = 67043328
      """
    #expect(SlurmLimits(configuration: text) == SlurmLimits(maxArraySize: 1001, maxJobCount: 10_000))
    #expect(SlurmLimits(configuration: "MaxArraySize = 1001") == nil)
    #expect(SlurmLimits(configuration: "MaxArraySize = many\nMaxJobCount = 3") == nil)
    #expect(SlurmLimits(configuration: "") == nil)
  }

  @Test(arguments: [
    (500, 1001, 10_000, 500), (5000, 1001, 10_000, 1000), (5000, 4001, 100, 50), (500, 1, 10_000, 0),
    (500, 0, 10_000, 0), (500, 1001, 1, 0),
  ])
  func noArrayIsLargerThanTheSiteAllows(wanted: Int, array: Int, jobs: Int, most: Int) {
    #expect(SlurmLimits(maxArraySize: array, maxJobCount: jobs).tasks(atMost: wanted) == most)
  }

  @Test func theQueueIsRead() throws {
    let text = """
      17_0|RUNNING|None|hreval-1
      17_12|PENDING|launch failed requeued held|hreval-1
      17_3|COMPLETED|None|hreval-1
      18|PENDING|Dependency|a|b

      """
    let tasks = try #require(QueuedTask.read(text))
    #expect(tasks.map(\.job) == ["17", "17", "18"])
    #expect(tasks.map(\.index) == [0, 12, nil])
    #expect(tasks.map(\.isRunning) == [true, false, false])
    #expect(tasks.map(\.isStuck) == [false, true, false])
    #expect(tasks[2].name == "a|b")
    #expect(QueuedTask.read("") == [])
  }

  @Test(arguments: ["slurm_load_jobs error", "x|RUNNING|None|n", "17|RUNNING|None", "|||"])
  func whatIsNoQueueIsNone(text: String) {
    #expect(QueuedTask.read(text) == nil)
  }

  @Test func tasksShareTheShards() {
    #expect(TaskTable([1, 2, 5], atMost: 500).tasks == [[1], [2], [5]])
    // To and fro: the longest with the shortest.
    #expect(TaskTable(Array(0..<10), atMost: 4).tasks == [[0, 7, 8], [1, 6, 9], [2, 5], [3, 4]])
    #expect(TaskTable([], atMost: 4).tasks == [])
  }

  @Test func aTableIsReadAsItWasWritten() {
    let table = TaskTable([0, 1, 2, 5, 7, 8], atMost: 3)
    #expect(table.text == "0,8\n1,7\n2,5\n")
    #expect(TaskTable(text: table.text, of: 9) == table)
    #expect(TaskTable(text: table.text, of: 8) == nil)
    #expect(TaskTable(text: "0-1\nx\n", of: 9) == nil)
  }

  @Test(arguments: ["", "-1", "3-1", "1,1", "9", "1-", "１", "1234567890"])
  func whatIsNoListOfShardsIsNone(text: String) {
    #expect(ShardNumbers.read(text, of: 9) == nil)
  }

  @Test func optionsThatTheJobsRestOnAreRefusedTogether() {
    #expect(throws: Never.self) {
      try SlurmWishes(
        hreval: "/bin/hreval", options: ["--qos=long", "-p", "--gres=gpu:1"], maxTasks: 1, allowsMixed: false)
    }
    let error = #expect(throws: Diagnostics.self) {
      try SlurmWishes(
        hreval: "/bin/hreval", options: ["--array=0-3", "-Jx", "qos", "--a\nb", "--output=x"], maxTasks: 1,
        allowsMixed: false)
    }
    #expect(error?.list.count == 5)
  }
}
