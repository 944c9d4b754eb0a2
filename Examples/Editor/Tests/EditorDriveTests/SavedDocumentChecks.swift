import EditorDriver
import XCTest

extension DriveCase {
  /// Holds a saved file against the original: it begins with all of it, and qpdf finds no fault.
  func checkWasAppended(_ file: URL, to original: Data) throws {
    let saved = try Data(contentsOf: file)
    XCTAssertGreaterThan(saved.count, original.count)
    XCTAssertEqual(saved.prefix(original.count), original)
    XCTAssertNil(SavedFile.complaint(about: file))
  }

  /// Holds an annotation against how it was drawn. Points are those of the page, in points.
  func check(
    _ annotation: SavedAnnotation, is subtype: String, color: String, width: Double, fill: String = "",
    from start: Place, to end: Place, slack: Double = 2, line: UInt = #line
  ) {
    XCTAssertEqual(annotation.subtype, subtype, line: line)
    XCTAssertEqual(annotation.color, color, line: line)
    XCTAssertEqual(annotation.width, width, accuracy: 0.01, line: line)
    XCTAssertEqual(annotation.fill, fill, line: line)
    XCTAssertTrue(annotation.hasAppearance, line: line)
    // The rectangle holds the line in its width.
    let wanted = [
      min(start.x, end.x), min(start.y, end.y), max(start.x, end.x), max(start.y, end.y),
    ]
    XCTAssertEqual(annotation.rect.count, 4, line: line)
    for (value, wanted) in zip(annotation.rect, wanted) {
      XCTAssertEqual(value, wanted, accuracy: width + slack, "\(annotation.rect)", line: line)
    }
  }
}
