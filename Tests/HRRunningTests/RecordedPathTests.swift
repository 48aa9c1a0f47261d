import Testing

@testable import HRRunning
@testable import HRStatistics

@Suite struct RecordedPathTests {
  private func filled(_ text: String, _ value: String) throws -> String {
    try RecordedPath(text).filled { _ in value }
  }

  @Test func partsAreFilledIn() throws {
    let path = try RecordedPath("v/{dataset}/{scenario}/{repeat}/{recording}-{subject}.csv")
    #expect(path.filled(\.rawValue) == "v/dataset/scenario/repeat/recording-subject.csv")
    #expect(path.names(.repeat) && path.names(.scenario))
    #expect(try !RecordedPath("v/{recording}.csv").names(.scenario))
    #expect(try RecordedPath("all.csv").filled { _ in "x" } == "all.csv")
    // A filled-in value is never read as a placeholder.
    #expect(try filled("{scenario}.csv", "{recording}") == "{recording}.csv")
  }

  @Test func aPartStaysInItsPlace() throws {
    #expect(try filled("v/{scenario}/r.csv", "..") == "v/%2E./r.csv")
    #expect(try filled("v/{scenario}/r.csv", "../../etc") == "v/%2E.%2F..%2Fetc/r.csv")
    #expect(try filled("v/{scenario}.csv", "/root") == "v/%2Froot.csv")
    #expect(try filled("v/{scenario}.csv", ".hidden") == "v/%2Ehidden.csv")
    #expect(try filled("v/{scenario}.csv", "a\u{0}b\n") == "v/a%00b%0A.csv")
    // Other characters stay as people wrote them.
    #expect(try filled("{scenario}.csv", "weiß, 10 dB (a:b)") == "weiß, 10 dB (a:b).csv")
  }

  @Test func differentNamesStayDifferent() {
    let names = ["a/b", "a%2Fb", "a%252Fb", "..", "%2E.", ".", "", " ", "a", "A"]
    #expect(Set(names.map(RecordedPath.safe)).count == names.count)
  }

  @Test func faultsAreToldApart() {
    #expect(throws: RecordedPath.Fault.unknown("recordin")) { try RecordedPath("{recordin}.csv") }
    #expect(throws: RecordedPath.Fault.unknown("")) { try RecordedPath("{}.csv") }
    #expect(throws: RecordedPath.Fault.unclosed) { try RecordedPath("{recording.csv") }
  }

  @Test func thePlanHoldsNoFolderOfTheMachine() throws {
    func noted(_ text: String) throws -> String { try RecordedPath(text).noted(in: "/home/me/project") }
    #expect(try noted("../py/{recording}.csv") == "../py/{recording}.csv")
    #expect(try noted("/home/me/project/py/{recording}.csv") == "py/{recording}.csv")
    #expect(try noted("/data/vendor/out/{scenario}/{recording}.csv") == "out/{scenario}/{recording}.csv")
    #expect(try noted("/data/one.csv") == "data/one.csv")
    #expect(try noted("/{recording}.csv") == "{recording}.csv")
  }

  @Test func aMendedPathIsOffered() throws {
    #expect(try RecordedPath("py/{recording}.csv").adding([.scenario]) == "py/{scenario}/{recording}.csv")
    #expect(try RecordedPath("r.csv").adding([.scenario, .repeat]) == "{scenario}/{repeat}/r.csv")
  }
}
