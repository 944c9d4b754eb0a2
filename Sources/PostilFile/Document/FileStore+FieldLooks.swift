package import PostilModel

extension FileStore {
  /// How the texts of the form's fields look in the file as it is now, by full name, for editing them in their places. Of a
  /// field with several widgets it is the look of the first.
  ///
  /// - Throws: ``PDFError`` with code `.damaged`.
  /// - Complexity: O(fields, and pages with their annotations); O(fields) once the form was read.
  package func fieldLooks() throws -> [String: FieldTextLook] {
    guard let form = graph.resolve(graph.catalog["AcroForm"]).dictionary else { return [:] }
    return try formTree().fields.reduce(into: [:]) { looks, field in
      let widget = field.widgets.first.flatMap { graph.object($0.object).dictionary } ?? [:]
      let turn = graph.resolve(graph.resolve(widget["MK"]).dictionary?["R"]).integer ?? 0
      let style = FieldTextStyle(of: widget, field.entries, form, graph)
      var font = TextFont(fileName: style.fontName.description, size: 12) ?? TextFont()
      if style.size > 0 {
        font.size = min(max(style.size, TextFont.sizes.lowerBound), TextFont.sizes.upperBound)
      }
      looks[field.name] = FieldTextLook(
        font: font, size: style.size > 0 ? font.size : 0, color: style.rgb, alignment: style.alignment,
        inset: FieldBox(widget, graph)?.inset ?? 1, isTurned: turn % 360 != 0)
    }
  }
}
