import Foundation
import GTKKit
import Postil
import PostilViewer

/// The lists of combo boxes and the calendars of dates, which open beside fields.
final class FormPopovers {
  private let session: ViewerSession
  private var filling: FormFilling { session.formFilling }
  let options: OptionList
  let calendar = CalendarView()
  private let listPopover: Popover
  private let calendarPopover: Popover
  private let take = Button(tr("Use This Date"))
  /// What is open.
  private var open: Popover?
  /// Called when one was closed, to return the keyboard focus.
  var onClose: () -> Void = {}

  /// - Parameter owner: The widget over which they open; its upper left is that of the canvas.
  init(_ session: ViewerSession, over owner: Widget) {
    self.session = session
    options = OptionList(session.formFilling)
    options.fitsContent(upTo: 280)
    listPopover = Popover(options)
    calendarPopover = Popover(Box(.vertical, spacing: 6, [calendar, take]))
    for popover in [listPopover, calendarPopover] {
      popover.setClass("form")
      popover.attach(to: owner)
      popover.onClose { [weak self, unowned popover] in self?.closed(popover) }
    }
    WidgetNames.name(options.list, "form.list")
    WidgetNames.name(calendar, "form.calendar")
    WidgetNames.name(take, "form.calendar.take")
    calendar.onChoose { [unowned self] in chooseDay() }
    take.onClick { [unowned self] in chooseDay() }
    // Also takes the day that is chosen already.
    for key in ["Return", "KP_Enter", "space"] {
      calendar.addShortcut(key) { [unowned self] in
        chooseDay()
        return true
      }
    }
    options.list.addShortcut("space") { [unowned self] in
      options.chooseFocused()
      return true
    }
    owner.observe { [weak self] in self?.follow() }
  }

  private func follow() {
    guard let entry = filling.entry, entry.isListOpen, let frame = filling.frame else {
      return open?.popDown() ?? ()
    }
    let popover = entry.kind == .date ? calendarPopover : listPopover
    if entry.kind == .date {
      if open == nil { showDay() }
    } else {
      options.show(entry)
      options.setMinimumSize(width: max(Int(frame.width), 120))
    }
    popover.point(at: Rect(frame))
    guard open !== popover else { return }
    open?.popDown()
    open = popover
    popover.popUp()
    // Once there are rows.
    MainLoop.soon { [weak self] in
      guard let self, open === popover else { return }
      if popover === listPopover { options.takeKeyboard() } else { calendar.grabFocus() }
    }
  }

  private func showDay() {
    guard let day = filling.day, let year = day.year, let month = day.month, let number = day.day else {
      return calendar.chooseToday()
    }
    calendar.day = CalendarView.Day(year: year, month: month, day: number)
  }

  private func chooseDay() {
    let day = calendar.day
    filling.choose(DateComponents(year: day.year, month: day.month, day: day.day))
  }

  private func closed(_ popover: Popover) {
    guard open === popover else { return }
    open = nil
    filling.setListOpen(false)
    onClose()
  }
}
