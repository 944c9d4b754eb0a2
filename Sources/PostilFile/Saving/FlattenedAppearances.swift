/// Forms that are painted in front of a page's content.
struct FlattenedAppearances {
  private let changes: ObjectChanges
  private var resources: PDFDictionary
  private var forms: PDFDictionary
  private var content = PDFSerializer()

  init(_ page: PDFDictionary, _ changes: ObjectChanges) {
    self.changes = changes
    resources = changes.resolve(page["Resources"]).dictionary ?? [:]
    forms = changes.resolve(resources["XObject"]).dictionary ?? [:]
    content.write("Q\n")
  }

  /// Paints a form through a matrix of six numbers.
  mutating func add(_ form: PDFObject, _ matrix: [Double]) {
    // As many as there are: those of earlier saves have lower numbers.
    let name = PDFName("PostilAnnotation\(forms.entries.count)")
    // Not by the subscript, which looks for the name among all.
    forms.append(name, form)
    content.write("q ")
    for number in matrix {
      content.write(.number(number))
      content.write(" ")
    }
    content.write("cm ")
    content.write(.name(name))
    content.write(" Do Q\n")
  }

  /// Gives a page the content, with that which it has before it, in a graphics state of its own.
  func write(into page: inout PDFDictionary) {
    var resources = resources
    resources["XObject"] = .dictionary(forms)
    page["Resources"] = .dictionary(resources)
    let begin = changes.add(.stream([:], .encoded(Array("q\n".utf8))))
    let end = changes.add(Flate.stream([:], content.bytes))
    let own = changes.resolve(page["Contents"]).array ?? page["Contents"].map { [$0] } ?? []
    page["Contents"] = .array([.reference(begin)] + own + [.reference(end)])
  }
}
