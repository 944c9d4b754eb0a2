import Testing

@testable import PostilModel

/// Dates that are chosen from a calendar, and written as the field writes them.
@Suite struct FormFieldDatesTests {
  private func field(_ format: String) -> FormField {
    FormField(
      name: "f", kind: .text, value: "", scripts: [.init(.format, "AFDate_FormatEx(\"\(format)\")")])
  }

  @Test(arguments: [
    ("d mmm yyyy", "10 Dec 1815"), ("dd/mm/yyyy", "10/12/1815"), ("mmmm d, yyyy", "December 10, 1815"),
    ("mm/yyyy", "12/1815"),
  ])
  func daysAreWrittenInTheFieldsForm(format: String, text: String) throws {
    let field = field(format)
    let day = CalendarDay(year: 1815, month: 12, day: 10)
    #expect(field.showsDate && field.text(for: day) == text)
    // Without a day in the form it is the first.
    let read = try #require(field.day(in: text))
    #expect(read == (format == "mm/yyyy" ? CalendarDay(year: 1815, month: 12, day: 1) : day))
    #expect(field.day(in: "1815-12-10") == day && field.day(in: "some day") == nil)
  }

  @Test func theTimeOfDayStays() {
    let field = field("yyyy-mm-dd HH:MM")
    let day = CalendarDay(year: 2026, month: 5, day: 4)
    #expect(field.text(for: day, replacing: "2025-01-01 13:45") == "2026-05-04 13:45")
    #expect(field.text(for: day, replacing: "never") == "2026-05-04 00:00")
  }

  @Test func whatIsNoDateIsNone() {
    for (year, month, day) in [
      (2026, 2, 29), (2026, 13, 1), (2026, 0, 1), (0, 1, 1), (10_000, 1, 1), (2026, 4, 31),
    ] {
      #expect(field("d mmm yyyy").text(for: CalendarDay(year: year, month: month, day: day)) == nil)
    }
    #expect(!field("HH:MM").showsDate)
    #expect(!FormField(name: "f", kind: .text, value: "").showsDate)
    #expect(FormField(name: "f", kind: .text, value: "").day(in: "2026-05-04") == nil)
  }
}
