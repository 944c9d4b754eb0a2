/// A day of the calendar.
package struct CalendarDay: Sendable, Hashable {
  package var year: Int
  /// From 1.
  package var month: Int
  /// From 1.
  package var day: Int

  package init(year: Int, month: Int, day: Int) { (self.year, self.month, self.day) = (year, month, day) }
}

extension FormField {
  /// Whether it shows a date, as its script says (`AFDate_FormatEx`).
  package var showsDate: Bool { kind == .text && dateFormat?.hasDay == true }

  /// The day that a text of the field says; `nil` if it says none.
  package func day(in text: String) -> CalendarDay? { dateFormat?.day(in: text) }

  /// A day as the field writes it; a time of day in the text before stays. `nil` if the field shows no date.
  package func text(for day: CalendarDay, replacing text: String = "") -> String? {
    dateFormat?.text(for: day, replacing: text)
  }

  private var dateFormat: FormDateFormat? {
    guard let script = scripts.first(where: { $0.trigger == .format }),
      case .date(let format) = FormFormat(script.source)
    else { return nil }
    return FormDateFormat(format)
  }
}

extension FormDateFormat {
  private static let iso = FormDateFormat("yyyy-mm-dd")

  /// Whether it says the day, the month or the year, and not a time of day alone.
  fileprivate var hasDay: Bool { tokens.contains { ["d", "m", "y"].contains($0.first) } }

  fileprivate func day(in text: String) -> CalendarDay? {
    guard let moment = Self.iso.moment(text) ?? moment(text), moment.year > 0 else { return nil }
    return CalendarDay(year: moment.year, month: moment.month, day: moment.day)
  }

  fileprivate func text(for day: CalendarDay, replacing text: String) -> String? {
    var moment = moment(text) ?? Moment()
    (moment.year, moment.month, moment.day) = (day.year, day.month, day.day)
    let isDay =
      (1...9999).contains(day.year) && (1...12).contains(day.month)
      && (1...Self.days(in: day.month, day.year)).contains(day.day)
    return isDay ? written(moment) : nil
  }
}
