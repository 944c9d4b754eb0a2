import Foundation
import Testing

@testable import PostilModel

@Suite struct DateTextTests {
  @Test(arguments: [
    (0.0, "2001-01-01T00:00:00Z"), (0.25, "2001-01-01T00:00:00.25Z"),
    (9.5e-05, "2001-01-01T00:00:00.000095Z"),
    (1e-09, "2001-01-01T00:00:00.000000001Z"), (-1.5, "2000-12-31T23:59:58.5Z"),
  ])
  func datesAsTexts(seconds: Double, text: String) {
    #expect(DateText.text(Date(timeIntervalSinceReferenceDate: seconds)) == text)
    #expect(DateText.date(text) == Date(timeIntervalSinceReferenceDate: seconds))
  }

  @Test(arguments: ["2001-01-01", "2001-01-01T02:00:00+02:00", "2000-12-31T19:30:00-0430"])
  func otherWaysToWriteADate(text: String) {
    #expect(DateText.date(text) == Date(timeIntervalSinceReferenceDate: 0))
  }

  @Test(arguments: ["", "now", "2001-13-01", "2001-01-01T00:00", "2001-01-01T00:00:00", "1.5"])
  func otherTextsAreNoDates(text: String) { #expect(DateText.date(text) == nil) }

  @Test(arguments: [Double.nan, .infinity, 1e300])
  func datesThatNoTextCanSay(seconds: Double) {
    #expect(DateText.text(Date(timeIntervalSinceReferenceDate: seconds)) == nil)
  }
}
