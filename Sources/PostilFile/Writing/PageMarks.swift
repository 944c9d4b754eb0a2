import PostilModel

/// The marks that Postil painted on a page: page numbers, headers, footers, watermarks. They are in two streams of their own around the
/// content of the page, which stays as it is; each is a form, marked as an artifact (ISO 32000-2, 14.8.2.2).
struct PageMarks {
  struct Mark: Equatable {
    var kind: PlacedMark.Kind
    var form: PDFObject
    /// From the form's space to the page's, six numbers.
    var matrix: [Double]
    var isUnderlay: Bool
  }

  private let objects: any ObjectSource
  /// By their names.
  private(set) var marks: [String: Mark] = [:]
  /// The streams of the page's content without those of marks.
  private var own: [PDFObject]
  private var resources: PDFDictionary
  /// The names that forms of marks have among the resources of the page.
  private var names: Set<PDFName> = []
  private let hadMarks: Bool

  /// How many marks are read of a page.
  private static let most = 100

  init(_ page: PDFDictionary, _ objects: any ObjectSource) {
    self.objects = objects
    resources = objects.resolve(page["Resources"]).dictionary ?? [:]
    let forms = objects.resolve(resources["XObject"]).dictionary ?? [:]
    let contents = objects.resolve(page["Contents"])
    let streams = contents.array ?? (contents.isNull ? [] : page["Contents"].map { [$0] } ?? [])
    var own: [PDFObject] = []
    for stream in streams {
      guard let dictionary = objects.resolve(stream).dictionary,
        let entry = objects.resolve(dictionary[PrivateKey.entry]).dictionary,
        let list = entry[PrivateKey.marks]
      else {
        own.append(stream)
        continue
      }
      for item in objects.resolve(list).array ?? [] where marks.count < Self.most {
        guard let entries = objects.resolve(item).dictionary, let name = objects.text(entries["Name"]),
          let key = objects.resolve(entries["Form"]).name, let form = forms[key]
        else { continue }
        names.insert(key)
        let kind = objects.resolve(entries["Kind"]).name.flatMap { PlacedMark.Kind(rawValue: $0.description) }
        let matrix = objects.numbers(entries["Matrix"])
        marks[name] = Mark(
          kind: kind ?? .header, form: form, matrix: matrix?.count == 6 ? matrix ?? [] : [1, 0, 0, 1, 0, 0],
          isUnderlay: objects.resolve(entries["Below"]).boolean == true)
      }
    }
    self.own = own
    hadMarks = own.count != streams.count
  }

  subscript(name: String) -> Mark? {
    get { marks[name] }
    set { marks[name] = newValue }
  }

  /// Gives a page these marks, in place of those that it had. Without any its content is as it was before the first of them.
  func write(into page: inout PDFDictionary, _ changes: ObjectChanges) {
    guard hadMarks || !marks.isEmpty else { return }
    var resources = resources
    var forms = PDFDictionary()
    for entry in changes.resolve(resources["XObject"]).dictionary?.entries ?? []
    where !names.contains(entry.key) {
      forms.append(entry.key, entry.value)
    }
    guard !marks.isEmpty else {
      resources["XObject"] = forms.entries.isEmpty ? nil : .dictionary(forms)
      page["Resources"] = .dictionary(resources)
      page["Contents"] = own.count == 1 ? own[0] : own.isEmpty ? nil : .array(own)
      return
    }
    var taken = Set(forms.entries.map(\.key))
    var (below, above, list) = (PDFSerializer(), PDFSerializer(), [PDFObject]())
    let enclosure = ContentEnclosure(around: own, changes)
    above.write(enclosure.end)
    var number = 1
    for (name, mark) in marks.sorted(by: { $0.key < $1.key }) {
      var key = PDFName("PostilMark\(number)")
      while !taken.insert(key).inserted {
        number += 1
        key = PDFName("PostilMark\(number)")
      }
      forms.append(key, mark.form)
      if mark.isUnderlay { Self.paint(mark, as: key, &below) } else { Self.paint(mark, as: key, &above) }
      var entries: PDFDictionary = [
        "Name": .string(TextString.encode(name)), "Kind": .name(PDFName(mark.kind.rawValue)),
        "Form": .name(key),
      ]
      if mark.matrix != [1, 0, 0, 1, 0, 0] { entries["Matrix"] = .numbers(mark.matrix) }
      if mark.isUnderlay { entries["Below"] = .boolean(true) }
      list.append(.dictionary(entries))
    }
    below.write(enclosure.begin())
    resources["XObject"] = .dictionary(forms)
    page["Resources"] = .dictionary(resources)
    let begin = changes.add(.stream(Self.own([]), .encoded(below.bytes)))
    let end = changes.add(.stream(Self.own(list), .encoded(above.bytes)))
    page["Contents"] = .array([.reference(begin)] + own + [.reference(end)])
  }

  private static func own(_ list: [PDFObject]) -> PDFDictionary {
    [PrivateKey.entry: .dictionary([PrivateKey.marks: .array(list)])]
  }

  private static func paint(_ mark: Mark, as key: PDFName, _ content: inout PDFSerializer) {
    var properties: PDFDictionary = [
      "Type": .name("Pagination"), "Subtype": .name(PDFName(mark.kind.rawValue)),
    ]
    switch mark.kind {
    case .header: properties["Attached"] = .array([.name("Top")])
    case .footer: properties["Attached"] = .array([.name("Bottom")])
    case .watermark: break
    }
    content.write("q\n")
    content.write(ContentTag.artifact(properties).begin)
    if mark.matrix != [1, 0, 0, 1, 0, 0] { content.write(mark.matrix.map(PDFObject.number), "cm ") }
    content.write(.name(key))
    content.write(" Do\nEMC\nQ\n")
  }
}
