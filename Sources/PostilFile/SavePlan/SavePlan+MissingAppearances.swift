import PostilModel

extension SavePlan {
  /// Gives annotations of a page that is shown, and not saved, the appearances that they lack (``MissingAppearances``). Those that cannot
  /// be drawn, such as texts in letters that no font has, are left to whoever shows them.
  func drawMissingAppearances(on page: PageID) throws {
    guard let object = pageObjects[page], var dictionary = changes.object(object).dictionary else { return }
    let missing = MissingAppearances(dictionary, changes)
    if !missing.others.isEmpty {
      var list = changes.resolve(dictionary["Annots"]).array ?? []
      for (place, annotation) in missing.others {
        guard let entries = changes.resolve(list[place]).dictionary,
          let drawn = try? writer.drawn(entries, as: annotation)
        else { continue }
        if let id = list[place].reference {
          changes.set(id, to: .dictionary(drawn))
        } else {
          list[place] = .dictionary(drawn)
        }
      }
      dictionary["Annots"] = .array(list)
      changes.set(object, to: .dictionary(dictionary))
    }
    guard !missing.widgets.isEmpty else { return }
    let fields = fieldWriter
    for field in try formOfChanges([page]).fields
    where field.widgets.contains(where: { missing.widgets.contains($0.object) }) {
      try? fields.drawAnew(field)
    }
    // They are drawn now.
    changes.changeForm { $0["NeedAppearances"] = nil }
  }
}
