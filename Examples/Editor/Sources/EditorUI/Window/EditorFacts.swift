import GTKKit
import PostilViewer

/// The visible state of a window, and the positions of its widgets, to be written as JSON.
struct EditorFacts {
  private let window: EditorWindow
  private var session: ViewerSession { window.session }

  init(_ window: EditorWindow) { self.window = window }

  /// The JSON object.
  var object: [String: Any] {
    var facts: [String: Any] = [
      "state": state, "refusals": refusals,
      "page": session.pages.isEmpty ? 0 : session.viewport.currentIndex + 1,
      "pageCount": session.pages.count, "zoom": session.viewport.zoom,
      "fit": session.viewport.fit.rawValue, "displayMode": session.viewport.displayMode.rawValue,
      "shown": window.pages.visibleName, "title": window.title, "isDark": Style.isDark,
      "tool": session.palette.selection?.rawValue ?? "", "isSaving": session.isSaving,
      "isComplete": session.pageDisplay.isComplete, "isDrawing": session.drawing.isDrawing,
      "settling": session.drawing.settling.count, "dialogs": Window.shownTitles.filter { $0 != window.title },
      "message": session.message?.title ?? "", "toast": window.toast.text ?? "",
      "window": ["width": window.width, "height": window.height],
      "selectedPages": window.commands.selectedPages.compactMap { session.pages.firstIndex(of: $0) }
        .map { $0 + 1 },
      "insertsAt": window.grid.model.hoverIndex.map { $0 + 1 } ?? 0,
      "selected": session.selection.ids.count, "selectedText": session.textSelection.string,
      "caret": session.caret.text == nil ? -1 : session.caret.offset,
      "typing": session.textEntry.isActive ? session.textEntry.text : "",
      "isTyping": session.textEntry.isActive,
      "field": session.formFilling.focus?.name ?? "", "fieldText": session.formFilling.text,
      "isFilling": session.formFilling.entry != nil,
      "isListOpen": session.formFilling.entry?.isListOpen == true,
      "fields": fields, "missing": session.formFilling.missingFields.count,
      "outline": session.outline.rows.map(\.label), "section": section,
      "layers": session.layers.rows.map { ($0.isHeading ? "" : $0.isShown ? "+" : "-") + $0.name },
      "comments": session.comments.comments.count, "handles": handles, "search": search, "style": style,
      "comparing": comparing,
      "places": places, "slots": slots, "cells": cells,
    ]
    let status = session.status
    facts["canUndo"] = status.canUndo
    facts["canRedo"] = status.canRedo
    facts["undoName"] = status.undoName ?? ""
    facts["redoName"] = status.redoName ?? ""
    facts["unsaved"] = status.hasUnsavedChanges
    facts["file"] = session.file?.path ?? ""
    return facts
  }

  private var state: String {
    switch session.state {
    case .empty: "empty"
    case .opening: "opening"
    case .passwordNeeded: "passwordNeeded"
    case .recoveryOffered: "recoveryOffered"
    case .ready: "ready"
    case .failed: "failed"
    }
  }

  private var section: String {
    session.outline.currentRow.map { session.outline.rows[$0].label } ?? ""
  }

  private var refusals: Int {
    if case .passwordNeeded(_, let refusals) = session.state { refusals } else { 0 }
  }

  /// The middles of the selection's handles.
  private var handles: [[String: Any]] {
    guard let canvas = window.document.canvas.frameInWindow else { return [] }
    return session.selection.handles.compactMap { handle in
      rectangle(Rect(x: handle.position.x + canvas.x, y: handle.position.y + canvas.y, width: 0, height: 0))
    }
  }

  /// The highlighted fields of the current page.
  private var fields: [[String: Any]] {
    guard let canvas = window.document.canvas.frameInWindow, let page = session.viewport.currentPage else {
      return []
    }
    return session.formFilling.highlights(on: page).compactMap {
      rectangle(Rect($0.frame).offset(x: canvas.x, y: canvas.y))
    }
  }

  private var search: [String: Any] {
    let search = session.search
    return [
      "text": search.text, "count": search.matchCount, "current": (search.currentIndex ?? -1) + 1,
      "isSearching": search.isSearching, "isOpen": window.search.isRevealed,
    ]
  }

  private var comparing: [String: Any] {
    let comparing = session.comparing
    return [
      "revision": comparing.selectedNumber, "revisions": comparing.revisions.count,
      "isDone": comparing.state == .ready && comparing.progress == nil && comparing.shown != nil
        && comparing.shown?.pageDisplay.isComplete == true,
      "page": comparing.shown.map { $0.viewport.currentIndex + 1 } ?? 0,
      "changes": comparing.changes.map(ChangeRow.title), "current": (comparing.currentIndex ?? -1) + 1,
      "title": window.comparison.title.text,
    ]
  }

  private var style: [String: Any] {
    let style = session.palette.style
    return [
      "color": style.color.hex, "width": style.lineWidth, "opacity": style.opacity,
      "fill": style.fill?.hex ?? "",
    ]
  }

  // MARK: - Places

  /// The frames of the widgets that have a name and of the current page, and whether the widgets are enabled.
  private var places: [String: Any] {
    var places: [String: Any] = [:]
    for (name, widget) in WidgetNames.all(in: window) {
      guard var place = rectangle(widget.frameInWindow) else { continue }
      place["enabled"] = widget.isSensitive
      if let toggle = widget as? ToggleButton { place["active"] = toggle.isActive }
      places[name] = place
    }
    let current = session.viewport.visiblePages.first { $0.index == session.viewport.currentIndex }
    if let current, let canvas = window.document.canvas.frameInWindow {
      places["currentPage"] = rectangle(Rect(current.frame).offset(x: canvas.x, y: canvas.y))
    }
    return places
  }

  private var slots: [[String: Any]] {
    let strip = window.document.scrubber.strip
    guard let frame = strip.frameInWindow else { return [] }
    return strip.scrubber.slots.compactMap { slot in
      var place = rectangle(strip.mirrored(Rect(slot.frame)).offset(x: frame.x, y: frame.y))
      place?["page"] = slot.index + 1
      place?["isCurrent"] = slot.isCurrent
      return place
    }
  }

  private var cells: [[String: Any]] {
    guard window.grid.isMapped else { return [] }
    return window.grid.visibleCells.compactMap { number, cell in
      var place = rectangle(cell.frameInWindow)
      place?["page"] = number
      return place
    }
  }

  private func rectangle(_ frame: Rect?) -> [String: Any]? {
    guard let frame else { return nil }
    let ratio = window.pixelRatio
    func pixels(_ length: Double) -> Double { (length * ratio * 100).rounded() / 100 }
    return [
      "x": pixels(frame.x), "y": pixels(frame.y), "width": pixels(frame.width),
      "height": pixels(frame.height),
    ]
  }
}
