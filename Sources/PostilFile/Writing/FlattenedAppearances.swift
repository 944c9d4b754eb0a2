/// Forms that become a part of a page's content: painted before it, or after it and so above.
struct FlattenedAppearances {
  private let changes: ObjectChanges
  private var resources: PDFDictionary
  private var forms: PDFDictionary
  /// The names that forms have.
  private var names: Set<PDFName>
  private var number: Int
  private var below = PDFSerializer()
  private var above = PDFSerializer()

  init(_ page: PDFDictionary, _ changes: ObjectChanges) {
    self.changes = changes
    resources = changes.resolve(page["Resources"]).dictionary ?? [:]
    forms = changes.resolve(resources["XObject"]).dictionary ?? [:]
    names = Set(forms.entries.map(\.key))
    number = names.count
    above.write("Q\n")
  }

  /// Paints a form through a matrix of six numbers.
  ///
  /// - Parameter isUnderlay: Whether the page's content covers it.
  mutating func add(_ form: PDFObject, _ matrix: [Double], isUnderlay: Bool = false) {
    // From as many as there are: those of earlier saves have lower numbers, unless something was taken out since.
    var name = PDFName("PostilAnnotation\(number)")
    while !names.insert(name).inserted {
      number += 1
      name = PDFName("PostilAnnotation\(number)")
    }
    number += 1
    // Not by the subscript, which looks for the name among all.
    forms.append(name, form)
    if isUnderlay { Self.paint(name, matrix, &below) } else { Self.paint(name, matrix, &above) }
  }

  private static func paint(_ name: PDFName, _ matrix: [Double], _ content: inout PDFSerializer) {
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
    var below = below
    // What the page has keeps its changes of the graphics state to itself.
    below.write("q\n")
    let begin = changes.add(.stream([:], .encoded(below.bytes)))
    let end = changes.add(Flate.stream([:], above.bytes))
    let own = changes.resolve(page["Contents"]).array ?? page["Contents"].map { [$0] } ?? []
    page["Contents"] = .array([.reference(begin)] + own + [.reference(end)])
  }
}
