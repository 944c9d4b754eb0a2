import CGTK

/// A month of which a day is chosen.
open class CalendarView: Widget {
  /// A day.
  public struct Day: Sendable, Hashable {
    /// The year, 1 to 9999.
    public var year: Int
    /// The month, from 1.
    public var month: Int
    /// The day of the month, from 1.
    public var day: Int

    /// Makes a day.
    public init(year: Int, month: Int, day: Int) { (self.year, self.month, self.day) = (year, month, day) }
  }

  private var isSetting = false
  private let keys = KeyController()

  /// Makes one at today. The arrow keys go from day to day and from week to week, Page Up and Page Down from month to month.
  public init() {
    super.init(owning: gtk_calendar_new())
    // GTK's own keys do not begin at the day that is chosen.
    keys.phase = .capture
    keys.onPress { [unowned self] in pressed($0) }
    add(keys)
  }

  private func pressed(_ key: Int) -> Bool {
    let forward = isRightToLeft ? -1 : 1
    switch key {
    case KeyController.key("Left"): go(days: -forward)
    case KeyController.key("Right"): go(days: forward)
    case KeyController.key("Up"): go(days: -7)
    case KeyController.key("Down"): go(days: 7)
    case KeyController.key("Page_Up"): go(months: -1)
    case KeyController.key("Page_Down"): go(months: 1)
    default: return false
    }
    return true
  }

  /// Chooses a day so many days and months later.
  public func go(days: Int = 0, months: Int = 0) {
    guard let date = gtk_calendar_get_date(c()) else { return }
    defer { g_date_time_unref(date) }
    guard let later = g_date_time_add_full(date, 0, Int32(clamping: months), Int32(clamping: days), 0, 0, 0)
    else { return }
    defer { g_date_time_unref(later) }
    isSetting = true
    gtk_calendar_select_day(c(), later)
    isSetting = false
  }

  /// The day that is chosen. Setting one that there is not does nothing.
  public var day: Day {
    get {
      guard let date = gtk_calendar_get_date(c()) else { return Day(year: 1, month: 1, day: 1) }
      defer { g_date_time_unref(date) }
      return Day(
        year: Int(g_date_time_get_year(date)), month: Int(g_date_time_get_month(date)),
        day: Int(g_date_time_get_day_of_month(date)))
    }
    set {
      let (year, month, day) = (newValue.year, newValue.month, newValue.day)
      guard
        let date = g_date_time_new_local(
          Int32(clamping: year), Int32(clamping: month), Int32(clamping: day), 12, 0, 0)
      else { return }
      defer { g_date_time_unref(date) }
      isSetting = true
      gtk_calendar_select_day(c(), date)
      isSetting = false
    }
  }

  /// Chooses today.
  public func chooseToday() {
    guard let date = g_date_time_new_now_local() else { return }
    defer { g_date_time_unref(date) }
    isSetting = true
    gtk_calendar_select_day(c(), date)
    isSetting = false
  }

  /// Calls a closure when a person has chosen a day.
  @discardableResult
  public func onChoose(_ handler: @escaping @MainActor () -> Void) -> SignalConnection {
    on("day-selected") { [unowned self] in if !isSetting { handler() } }
  }
}
