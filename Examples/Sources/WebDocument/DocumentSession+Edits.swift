import Foundation
import Postil

/// Edits: what participants ask for, carried out one after the other.
extension DocumentSession {
  func carryOut(_ message: ClientMessage, from id: Participant.ID) async throws {
    guard let participant = members[id]?.participant else { return }
    let request = message.request
    switch message.action {
    case .draw(let stroke):
      let page = try self.id(ofPage: stroke.page)
      try make(
        "Drawing", [ink(stroke, by: participant, on: page)], on: stroke.page, .init(id, "draw", request))
    case .highlight(let range):
      // The text is read first: nothing may happen in between once an edit is begun.
      let mark = try await highlight(range, by: participant)
      try make("Highlight", [mark], on: range.page, .init(id, "highlight", request))
    case .note(let note):
      try make(
        "Note", [self.note(note, by: participant)], on: note.page, .init(id, "note", request))
    case .setText(let change):
      try checkLength(change.text)
      try changeAnnotation(change.id, on: change.page, "Text", .init(id, "setText", request)) {
        $0.contents = change.text
        return $0
      }
    case .move(let movement):
      guard abs(movement.dx) <= 20_000, abs(movement.dy) <= 20_000 else {
        throw SessionError(.invalid, "That is too far.")
      }
      let transform = try document.transform(of: self.id(ofPage: movement.page))
      let origin = transform.pagePoint(ViewPoint(x: 0, y: 0))
      let moved = transform.pagePoint(ViewPoint(x: movement.dx, y: movement.dy))
      try changeAnnotation(movement.id, on: movement.page, "Move", .init(id, "move", request)) {
        guard $0.capabilities.contains(.moved) else { throw SessionError(.refused, "It cannot be moved.") }
        return $0.offset(dx: moved.x - origin.x, dy: moved.y - origin.y)
      }
    case .remove(let target):
      try remove(target, .init(id, "remove", request))
    case .erase(let touch):
      try erase(touch, .init(id, "erase", request))
    case .undo: try undo(.init(id, "undo", request))
    case .redo: try redo(.init(id, "redo", request))
    case .save: try await save(by: id)
    case .retry(let name):
      renderer.retry(try self.id(ofPage: name.page))
      broadcast(.retried(page: name.page))
    }
  }

  /// Who asked for an edit, and how.
  struct Origin {
    var id: Participant.ID
    var action: String
    var request: Int?

    init(_ id: Participant.ID, _ action: String, _ request: Int?) {
      self.id = id
      self.action = action
      self.request = request
    }
  }

  // MARK: Making annotations

  private func ink(
    _ stroke: ClientMessage.Stroke, by participant: Participant, on page: PageID
  ) throws -> Annotation {
    guard (1...limits.strokePoints).contains(stroke.points.count) else {
      throw SessionError(.invalid, "A stroke has 1 to \(limits.strokePoints) points.")
    }
    guard (0.1...100).contains(stroke.width) else {
      throw SessionError(.invalid, "A pen is 0.1 to 100 points wide.")
    }
    guard let color = Color(hex: stroke.color ?? participant.color) else {
      throw SessionError(.invalid, "A color is six hexadecimal digits.")
    }
    let transform = try document.transform(of: page)
    let points = try stroke.points.map { pair in
      guard pair.count == 2 else { throw SessionError(.invalid, "A point is a pair of numbers.") }
      return try place(pair[0], pair[1], in: transform)
    }
    return Annotation(
      .ink([InkStroke(points)]), style: AnnotationStyle(color: color, lineWidth: stroke.width),
      author: participant.name, creationDate: Date())
  }

  private func highlight(
    _ range: ClientMessage.TextRange, by participant: Participant
  ) async throws -> Annotation {
    let page = try id(ofPage: range.page)
    guard range.from >= 0, range.from < range.to else {
      throw SessionError(.invalid, "There is no such stretch of text.")
    }
    guard let selection = try await document.text(of: page).selection(of: range.from..<range.to) else {
      throw SessionError(.invalid, "There is no text to highlight.")
    }
    var mark = Annotation(marking: selection, contents: selection.string, author: participant.name)
    mark.creationDate = Date()
    return mark
  }

  private func note(_ note: ClientMessage.NewNote, by participant: Participant) throws -> Annotation {
    try checkLength(note.text)
    let transform = try document.transform(of: id(ofPage: note.page))
    guard let color = Color(hex: participant.color) else { throw SessionError(.failed, "No colour.") }
    return Annotation(
      .note(at: try place(note.x, note.y, in: transform)), style: AnnotationStyle(color: color),
      contents: note.text, author: participant.name, creationDate: Date())
  }

  private func checkLength(_ text: String) throws {
    guard text.count <= limits.noteLength else {
      throw SessionError(.invalid, "A note has at most \(limits.noteLength) characters.")
    }
  }

  /// A point of the page as it is shown, at most a little outside, as a point of the page.
  private func place(_ x: Double, _ y: Double, in transform: PageTransform) throws -> PagePoint {
    let size = transform.viewSize
    guard (-100...size.width + 100).contains(x), (-100...size.height + 100).contains(y) else {
      throw SessionError(.invalid, "That is not on the page.")
    }
    return transform.pagePoint(ViewPoint(x: x, y: y))
  }

  // MARK: Steps

  private func make(_ name: String, _ added: [Annotation], on page: Int, _ origin: Origin) throws {
    let changes = added.map { EditStep.Change(after: .init(annotation: $0)) }
    try makeNew(EditStep(name: name, page: page, changes: changes), origin)
  }

  private func changeAnnotation(
    _ name: String, on index: Int, _ stepName: String, _ origin: Origin,
    _ change: (inout Annotation) throws -> Annotation
  ) throws {
    let (page, annotation) = try find(name, on: index)
    guard !annotation.isLocked else { throw SessionError(.refused, "It is locked.") }
    var copy = annotation
    let changed = try change(&copy)
    guard changed != annotation else { throw SessionError(.nothing, "It is like that already.") }
    let place = page.annotations.firstIndex { $0.id == annotation.id }
    let step = EditStep.Change(
      before: .init(annotation: annotation, index: place), after: .init(annotation: changed, index: place))
    try makeNew(EditStep(name: stepName, page: index, changes: [step]), origin)
  }

  /// Removes an annotation with all that belongs to it. What Postil does not draw could not be put back, and stays.
  private func remove(_ target: ClientMessage.Target, _ origin: Origin) throws {
    let (page, annotation) = try find(target.id, on: target.page)
    let unit = Set(page.unit(of: [annotation.id]).map(\.id))
    let changes = page.annotations.enumerated().filter { unit.contains($1.id) }.map {
      EditStep.Change(before: .init(annotation: $1, index: $0))
    }
    guard
      changes.allSatisfy({ $0.before?.annotation.capabilities.contains(.added) == true }),
      !annotation.isLocked
    else { throw SessionError(.refused, "It cannot be removed here.") }
    try makeNew(EditStep(name: "Removal", page: target.page, changes: changes), origin)
  }

  /// Removes the topmost annotation at a place that can be removed; nothing if there is none.
  private func erase(_ touch: ClientMessage.Touch, _ origin: Origin) throws {
    let id = try id(ofPage: touch.page)
    let point = try place(touch.x, touch.y, in: document.transform(of: id))
    guard (0...50).contains(touch.tolerance) else {
      throw SessionError(.invalid, "An eraser is not that large.")
    }
    let hit = try document.annotations(at: point, tolerance: touch.tolerance, on: id).first {
      !$0.isLocked && $0.capabilities.contains(.erasedWhole)
    }
    if let hit { try remove(.init(page: touch.page, id: hit.id.rawValue), origin) }
  }

  private func find(_ name: String, on index: Int) throws -> (PDFPage, Annotation) {
    let page = try document.page(id(ofPage: index))
    guard let annotation = page.annotation(named: AnnotationID(name)) else {
      throw SessionError(.notFound, "It is not there any more.")
    }
    return (page, annotation)
  }

  private func makeNew(_ step: EditStep, _ origin: Origin) throws {
    let done = try carryOut(step, origin)
    update(origin.id) { $0.history.add(done) }
    tellHistory(to: origin.id)
  }

  private func undo(_ origin: Origin) throws {
    guard let step = update(origin.id, { $0.history.popDone() }) ?? nil else {
      throw SessionError(.nothing, "You have nothing to take back.")
    }
    defer { tellHistory(to: origin.id) }
    do {
      let taken = try carryOut(step.inverse, origin)
      update(origin.id) { $0.history.pushUndone(taken.inverse) }
    } catch {
      // What others changed since is given up: the step before it can still be taken back.
      if !Self.isConflict(error) { update(origin.id) { $0.history.pushDone(step) } }
      throw error
    }
  }

  private func redo(_ origin: Origin) throws {
    guard let step = update(origin.id, { $0.history.popUndone() }) ?? nil else {
      throw SessionError(.nothing, "You have nothing to do again.")
    }
    defer { tellHistory(to: origin.id) }
    do {
      let done = try carryOut(step, origin)
      update(origin.id) { $0.history.pushDone(done) }
    } catch {
      if !Self.isConflict(error) { update(origin.id) { $0.history.pushUndone(step) } }
      throw error
    }
  }

  private static func isConflict(_ error: any Error) -> Bool { SessionError(error).code == .conflict }

  func tellHistory(to id: Participant.ID) {
    guard let history = members[id]?.history else { return }
    send(.history(history.summary), to: id)
  }

  /// Makes an edit, or throws if others changed what it is about. Nothing else happens between the edit and its announcement,
  /// so all participants learn of all edits in the order in which they were made.
  ///
  /// - Returns: The step with the annotations as the document has them now.
  private func carryOut(_ step: EditStep, _ origin: Origin) throws -> EditStep {
    let id = try id(ofPage: step.page)
    let page = try document.edit(step.name) { edit in
      let page = try edit.page(id)
      guard step.fits(page) else {
        throw SessionError(.conflict, "Somebody changed since what your step “\(step.name)” was about.")
      }
      let isFull = page.annotations.count + step.changes.count > limits.annotationsPerPage
      guard !isFull || step.changes.allSatisfy({ $0.before != nil }) else {
        throw SessionError(.tooMany, "A page has at most \(limits.annotationsPerPage) annotations.")
      }
      try edit.apply(step.edits(on: page), named: step.name)
      return try edit.page(id)
    }
    var done = step
    for (index, change) in step.changes.enumerated() {
      guard let name = change.after?.annotation.id, let now = page.annotation(named: name) else { continue }
      done.changes[index].after?.annotation = now
    }
    announce(done, origin, in: page.transform())
    return done
  }

  private func announce(_ step: EditStep, _ origin: Origin, in transform: PageTransform) {
    let (sequence, version) = count(editOf: step.page)
    let area = step.bounds.map { transform.viewRect($0.insetBy(-2)) }
    broadcast(
      .edited(
        .init(
          sequence: sequence, by: origin.id, request: origin.request, action: origin.action, page: step.page,
          version: version, area: area ?? ViewRect(x: 0, y: 0, width: 0, height: 0),
          changed: step.changes.compactMap { $0.after?.annotation.id },
          removed: step.changes.filter { $0.after == nil }.compactMap { $0.before?.annotation.id },
          isUnsaved: document.hasUnsavedChanges)))
    warnOfJournal()
  }
}
