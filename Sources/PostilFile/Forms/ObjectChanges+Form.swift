import PostilModel

extension ObjectChanges {
  /// Gives the form the fonts that the fields are written in, and has it say that there are fields for signatures, which need no fonts.
  func completeForm(for fields: [FormTree.Field]) {
    var form = form ?? [:]
    let signatures = fields.filter { resolve($0.entries["FT"]).name == "Sig" }
    if !signatures.isEmpty {
      let flags = resolve(form["SigFlags"]).integer ?? 0
      form["SigFlags"] = .integer(flags | 1)
    }
    guard signatures.count < fields.count else { return setForm(form) }
    if form["DA"] == nil { form["DA"] = .string(Array("/Helv 0 Tf 0 g".utf8)) }
    let texts = ([form] + fields.map(\.entries)).compactMap { resolve($0["DA"]).string }
    let known = formFonts
    var fonts = PDFDictionary()
    let names = Set(texts.compactMap { DefaultAppearance($0).fontName }).filter { known[$0] == nil }
    for name in names.sorted(by: { $0.description < $1.description }) {
      guard let font = FieldFont.resource(name) else { continue }
      fonts[name] = .reference(add(font))
    }
    setForm(form)
    addFormFonts(fonts)
  }
}
