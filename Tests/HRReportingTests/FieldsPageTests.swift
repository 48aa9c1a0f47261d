import HRSupport
import Testing

@testable import HRReporting

@Suite struct FieldsPageTests {
  @Test func everyMemberHasARow() {
    let point = Shape.object(
      ObjectShape(
        "a point", [.init("x", .optional(.number(0...1)), required: true, "Where, | or null.")]))
    let shape = Shape.object(
      ObjectShape(
        "a picture",
        [
          .init("points", .list(point), required: true, "Its points."),
          .init("corners", .map(point), "Its corners."),
          .init("colour", .choice(["red", "green"]), fallback: "red", "Its colour."),
          .init("names", .list(.string), required: true, "Its names."),
          .init("size", .either([.integer(nil), .string]), required: true, "Its size."),
          .init("place", .either([.string, point]), required: true, "Its place."),
          .init("frame", .either([square("a frame"), square("a mat")]), required: true, "Its frame."),
        ]))
    let rows = FieldsPage(shape, title: "picture", command: "draw").text.split(separator: "\n").dropFirst(4)
    #expect(
      Array(rows) == [
        "| `points` | list of objects | Its points. |",
        #"| `points[].x` | number, 0 to 1 or null | Where, \| or null. |"#,
        "| `corners` | by name: objects; may be missing | Its corners. As in `points`. |",
        "| `colour` | `red`, `green`; else `red` | Its colour. |",
        "| `names` | list of texts | Its names. |",
        "| `size` | whole number, or text | Its size. |",
        "| `place` | text, or object | Its place. As in `points`. |",
        "| `frame` | object | Its frame. |",
        "| `frame.side` | whole number | Its side. |",
      ])
  }

  private func square(_ name: String) -> Shape {
    .object(ObjectShape(name, [.init("side", .integer(nil), required: true, "Its side.")]))
  }
}
