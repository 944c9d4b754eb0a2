package import PostilModel

extension FileStore {
  /// How the texts of the fields look in a state, by full name, for editing them in their places. Of a field with several widgets
  /// it is the look of the first.
  ///
  /// - Throws: ``PDFError`` with code `.damaged`.
  /// - Complexity: O(fields, and pages with their annotations); O(fields) once the form was read.
  package func fieldLooks(in state: DocumentState) throws -> [String: FieldTextLook] {
    var looks: [String: FieldTextLook] = [:]
    if let form = graph.form {
      for field in try formTree().fields {
        let widget = field.widgets.first.flatMap { graph.object($0.object).dictionary } ?? [:]
        looks[field.name] = FieldTextLook(of: widget, field.entries, form, graph)
      }
    }
    // Those that edits added have all that their fields say, saved or not.
    for field in AddedFields(in: state).fields {
      guard let first = field.widgets.first else { continue }
      let objects = ImportedObjects()
      var widget = objects.writer.dictionary(first.dictionary.entries)
      widget["Rect"] = PDFObject.rect(first.annotation.bounds)
      looks[field.name] = FieldTextLook(of: widget, widget, [:], objects)
    }
    return looks
  }
}

extension FieldTextLook {
  fileprivate init(
    of widget: PDFDictionary, _ field: PDFDictionary, _ form: PDFDictionary, _ objects: any ObjectSource
  ) {
    let turn = objects.resolve(objects.resolve(widget["MK"]).dictionary?["R"]).integer ?? 0
    let style = FieldTextStyle(of: widget, field, form, objects)
    var font = TextFont(fileName: style.fontName.description, size: 12) ?? TextFont()
    if style.size > 0 {
      font.size = min(max(style.size, TextFont.sizes.lowerBound), TextFont.sizes.upperBound)
    }
    self.init(
      font: font, size: style.size > 0 ? font.size : 0, color: style.rgb, alignment: style.alignment,
      inset: FieldBox(widget, objects)?.inset ?? 1, isTurned: turn % 360 != 0)
  }
}
