package import PostilModel

extension ObjectEdits {
  /// Whether pages may be drawn with what edits set.
  package var changesDrawing: Bool {
    !objects.isEmpty || catalog.keys.contains(where: Edit.isOfDrawing(inCatalog:))
  }
}

extension PageState {
  /// Whether the page may be drawn otherwise because of entries that edits set.
  package func isDrawnOtherwise(with objects: ObjectEdits) -> Bool {
    objects.changesDrawing || entries?.keys.contains(where: Edit.isOfDrawing(inPage:)) == true
  }
}

extension Edit {
  /// Whether pages may be drawn otherwise because of entries or data that it sets.
  package var changesDrawing: Bool {
    switch kind {
    case .setEntries(let entries, .catalog): entries.keys.contains(where: Self.isOfDrawing(inCatalog:))
    case .setEntries(let entries, .page): entries.keys.contains(where: Self.isOfDrawing(inPage:))
    case .setEntries, .setStream: true
    default: false
    }
  }

  /// Layers, and colors where pages do not say which they are.
  fileprivate static func isOfDrawing(inCatalog key: String) -> Bool {
    key == "OCProperties" || key == "OutputIntents"
  }

  fileprivate static func isOfDrawing(inPage key: String) -> Bool {
    ObjectRoles.drawingKeys.contains(PDFName(key))
  }
}
