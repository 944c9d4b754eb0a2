import Foundation
package import PostilGraphics
package import PostilModel

/// Writes a tagged document page by page: what a page has is handed on when the page ends, so memory does not grow with the pages but by a
/// few bytes each. Fonts, the structure tree's root and what else belongs to the whole document come last.
package final class DocumentComposer {
  /// What is said of the document as a whole.
  package struct Settings {
    package var information = DocumentInformation()
    /// As BCP 47 names it.
    package var language: String?
    /// Whether that is written from right to left.
    package var isRightToLeft = false
    /// The parts of ISO 19005 and ISO 14289 that it claims to conform to.
    package var archivePart: String?
    package var universalPart: String?
    /// Whether subsets of fonts are to be listed: its pages are for a file that keeps PDF/A-1.
    package var listsGlyphs = false
    package var attachments: [DocumentAttachment] = []
    /// More descriptions of its metadata packet: an XML document whose root is `rdf:RDF`.
    package var metadata: [String] = []

    package init() {}
  }

  private let settings: Settings
  private let changes: ObjectChanges
  private var writer: NewFileWriter
  private let images: ImageObjects
  private let texts: TextForms
  private let forms: PageForms
  private let pictures: AppearanceWriter
  private let fonts: EmbeddedFonts
  private var form = ComposedForm()

  private let catalog: ObjectID
  private let structureRoot: ObjectID
  private let parentTree: ObjectID
  private var parentEntries: [(key: Int, value: PDFObject)] = []
  private var nextKey = 0
  private var identifiers: [[UInt8]: PDFObject] = [:]
  private var destinations: [[UInt8]: PDFObject] = [:]
  private var pages: ComposedPageTree
  private var page: ComposedPage?
  /// The picture that was painted last: backgrounds are the same on page after page.
  private var lastPicture: (picture: Appearance, box: PageRect, form: ObjectID)?

  /// The element that all others are in.
  package let document: ComposedElement

  /// - Parameters:
  ///   - system: The fonts that its glyphs are set with.
  ///   - sink: Takes the next piece of the file.
  package init(
    _ settings: Settings, _ system: FontMap, to sink: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    self.settings = settings
    let changes = try BuiltDocument().changes()
    self.changes = changes
    writer = NewFileWriter(newNumber: { changes.allocate().number }, to: sink)
    images = ImageObjects(changes, isFirstArchive: settings.listsGlyphs)
    fonts = EmbeddedFonts(changes, system: system, listsGlyphs: settings.listsGlyphs)
    texts = TextForms(changes, fonts)
    forms = PageForms(changes)
    pictures = AppearanceWriter(changes: changes, forms: forms, texts: texts, images: images)
    // Of the same number as in what it begins with: there the form is looked for.
    catalog = changes.graph.trailer["Root"]?.reference ?? changes.allocate()
    (structureRoot, parentTree) = (changes.allocate(), changes.allocate())
    pages = ComposedPageTree(changes)
    document = ComposedElement("Document", changes.allocate(), in: nil, ComposedElement.Properties())
  }

  // MARK: - Structure

  /// Opens an element behind those that its parent has.
  package func open(
    _ type: String, in parent: ComposedElement, _ properties: ComposedElement.Properties = .init()
  ) -> ComposedElement {
    let element = ComposedElement(type, changes.allocate(), in: parent, properties)
    parent.add(element)
    return element
  }

  /// Ends an element, which gets no more content.
  package func close(_ element: ComposedElement) {
    guard !element.isClosed else { return }
    if let identifier = element.properties.identifier {
      identifiers[TextString.encode(identifier)] = .reference(element.object)
    }
    changes.set(element.object, to: element.close(root: structureRoot))
  }

  // MARK: - Pages

  package func beginPage(_ size: PageSize) { page = ComposedPage(changes.allocate(), size, changes) }

  /// Shows a run of glyphs whose baseline begins at a point of the page.
  package func show(_ run: ShapedText.Run, at point: PagePoint, _ color: Color, _ mark: ComposedMark) {
    page?.show(run, fonts.font(of: run.program), at: point, color, mark)
  }

  /// Paints a path of the page's space.
  package func paint(_ item: Appearance.Item, _ mark: ComposedMark) {
    guard case .path(let path) = item.content else { return }
    page?.paint(path, mark)
  }

  /// Paints an image as large as it can be in the middle of a frame.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if it is damaged.
  package func paint(_ image: Appearance.Image, in frame: PageRect, _ mark: ComposedMark) throws {
    page?.paint(try images.object(of: image), image.matrix(in: UprightFrame(frame, .none)), mark)
  }

  /// Paints a picture whose space has its origin at a point of the page.
  ///
  /// - Throws: ``PDFError``, as for annotations that have it.
  package func paint(_ picture: Appearance, box: PageRect, at point: PagePoint, _ mark: ComposedMark) throws {
    let form: ObjectID
    if let lastPicture, lastPicture.box == box, lastPicture.picture == picture {
      form = lastPicture.form
    } else {
      form = try pictures.form(of: picture, box: box)
      lastPicture = (picture, box, form)
    }
    page?.paint(form, [1, 0, 0, 1, point.x, point.y], mark)
  }

  /// Adds a link to the page.
  ///
  /// - Parameter contents: What it leads to, in words.
  package func addLink(
    _ rect: PageRect, to target: LinkTarget, contents: String, _ element: ComposedElement?
  ) {
    var dictionary: PDFDictionary = [
      "Type": .name("Annot"), "Subtype": .name("Link"), "Rect": PDFObject.rect(rect),
      "Border": .array([.integer(0), .integer(0), .integer(0)]), "F": .integer(4),
      "Contents": .string(TextString.encode(contents)),
    ]
    target.normalized.write(to: &dictionary) { _ in nil }
    page?.add(dictionary, as: changes.allocate(), element)
  }

  /// Adds a place where a field is shown to the page.
  ///
  /// - Parameters:
  ///   - field: The field, whose places are of no meaning.
  ///   - font: What it is written in.
  ///   - value: What the field has as its value when this button is checked; `nil` of other fields.
  ///   - element: An element `Form` of its own.
  package func addWidget(
    of field: NewFormField, in font: SystemFont, _ rect: PageRect, value: String?, _ element: ComposedElement
  ) {
    let object = changes.allocate()
    form.add(
      NewFormField.Widget(on: PageID(number: 0), in: rect, value: value), as: object, of: field, in: font)
    page?.add(nil, as: object, element)
  }

  /// Gives a place on the page a name, which links lead to.
  package func addDestination(_ name: String, top: Double) {
    guard let page else { return }
    destinations[TextString.encode(name)] = .array([
      .reference(page.object), .name("XYZ"), .integer(0), .coordinate(top), .null,
    ])
  }

  /// Ends the page, and hands on what there is.
  package func endPage() throws {
    guard var page else { return }
    self.page = nil
    let (content, resources) = page.finish()
    var dictionary: PDFDictionary = [
      "Type": .name("Page"), "Parent": .reference(pages.nextParent),
      "MediaBox": PDFObject.rect(
        PageRect(x: 0, y: 0, width: page.size.width, height: page.size.height)),
      "Resources": .dictionary(resources), "Contents": .reference(changes.add(Flate.stream([:], content))),
    ]
    if !page.elements.isEmpty {
      dictionary["StructParents"] = .integer(newKey(.array(page.elements.map { .reference($0) })))
    }
    if !page.annotations.isEmpty {
      dictionary["Annots"] = .array(page.annotations.map { .reference($0.object) })
      dictionary["Tabs"] = .name("S")
    }
    for annotation in page.annotations {
      let key = annotation.element.map { newKey(.reference($0.object)) }
      guard var entries = annotation.dictionary else {
        form.place(annotation.object, on: page.object, key: key)
        continue
      }
      entries["P"] = .reference(page.object)
      entries["StructParent"] = key.map { .integer($0) }
      changes.set(annotation.object, to: .dictionary(entries))
    }
    changes.set(page.object, to: .dictionary(dictionary))
    pages.add(page.object)
    try writer.write(changes.takeAll(except: [parentTree]))
  }

  /// A key of the parent tree (ISO 32000-2, 14.7.5.4), which leads to something.
  private func newKey(_ value: PDFObject) -> Int {
    parentEntries.append((nextKey, value))
    if parentEntries.count == 64 { writeParentEntries() }
    defer { nextKey += 1 }
    return nextKey
  }

  private func writeParentEntries() {
    _ = NumberTree.appending(parentEntries, to: .reference(parentTree), changes)
    parentEntries = []
  }

  // MARK: - The end

  /// Ends the document.
  ///
  /// - Parameter outline: Its outline, with targets that are named places.
  /// - Throws: ``PDFError`` with code `.renderFailed` if a font cannot be embedded; what the sink throws.
  package func finish(_ outline: Outline) throws {
    close(document)
    writeParentEntries()
    try form.write(changes, texts)
    try texts.finish()
    forms.finish()
    let acroForm = changes.catalog["AcroForm"]
    var root: PDFDictionary = [
      "Type": .name("StructTreeRoot"), "K": .reference(document.object), "ParentTree": .reference(parentTree),
      "ParentTreeNextKey": .integer(nextKey),
    ]
    if !identifiers.isEmpty { root["IDTree"] = NameTree.tree(identifiers, changes) }
    changes.set(structureRoot, to: .dictionary(root))
    var entries: PDFDictionary = [
      "Type": .name("Catalog"), "Pages": .reference(pages.finish()),
      "StructTreeRoot": .reference(structureRoot),
      "MarkInfo": .dictionary(["Marked": .boolean(true)]),
      "Metadata": .reference(changes.add(metadata())),
    ]
    entries["Lang"] = settings.language.map { .string(TextString.encode($0)) }
    var preferences = PDFDictionary()
    if settings.information.title != nil { preferences["DisplayDocTitle"] = .boolean(true) }
    if settings.isRightToLeft { preferences["Direction"] = .name("R2L") }
    if !preferences.entries.isEmpty { entries["ViewerPreferences"] = .dictionary(preferences) }
    entries["AcroForm"] = acroForm
    write(outline, to: &entries)
    writeNames(to: &entries)
    if settings.archivePart != nil { entries["OutputIntents"] = .array([outputIntent()]) }
    changes.set(catalog, to: .dictionary(entries))
    let identifier = PDFObject.string(AppendWriter.makeIdentifier())
    let information = information()
    try writer.write(changes.takeAll(except: []))
    try writer.finish([
      "Root": .reference(catalog), "Info": .reference(information),
      "ID": .array([identifier, identifier]),
    ])
  }

  private func write(_ outline: Outline, to catalog: inout PDFDictionary) {
    let tree = OutlineTree(outline.flattened)
    guard !tree.entries.isEmpty else { return }
    let root = changes.allocate()
    let objects = Dictionary(tree.entries.map { ($0.item.id, changes.allocate()) }) { first, _ in first }
    for entry in tree.entries {
      guard let id = objects[entry.item.id] else { continue }
      var dictionary: PDFDictionary = ["Title": .string(TextString.encode(entry.item.label))]
      entry.item.target?.write(to: &dictionary) { _ in nil }
      tree.place(entry, in: &dictionary, root: root) { objects[$0] }
      changes.set(id, to: .dictionary(dictionary))
    }
    var dictionary: PDFDictionary = ["Type": .name("Outlines")]
    tree.describe(&dictionary) { objects[$0] }
    changes.set(root, to: .dictionary(dictionary))
    catalog["Outlines"] = .reference(root)
    catalog["PageMode"] = .name("UseOutlines")
  }

  private func writeNames(to catalog: inout PDFDictionary) {
    var names: PDFDictionary = [:]
    if !destinations.isEmpty { names["Dests"] = NameTree.tree(destinations, changes) }
    let files = EmbeddedFiles(changes)
    var (tree, associated): ([[UInt8]: PDFObject], [PDFObject]) = ([:], [])
    for attachment in settings.attachments {
      guard var specification = files.dictionary(of: attachment.file) else { continue }
      specification["AFRelationship"] = attachment.relationship.map { .name(PDFName($0.rawValue)) }
      let object = PDFObject.reference(changes.add(.dictionary(specification)))
      tree[TextString.encode(attachment.name)] = object
      if attachment.relationship != nil { associated.append(object) }
    }
    if !tree.isEmpty { names["EmbeddedFiles"] = NameTree.tree(tree, changes) }
    if !associated.isEmpty { catalog["AF"] = .array(associated) }
    if !names.entries.isEmpty { catalog["Names"] = .dictionary(names) }
  }

  /// The information dictionary (ISO 32000-2, 14.3.3), which says the same as the packet.
  private func information() -> ObjectID {
    var dictionary: PDFDictionary = [:]
    settings.information.write(to: &dictionary, insteadOf: DocumentInformation())
    return changes.add(.dictionary(dictionary))
  }

  private func metadata() -> PDFObject {
    var packet = XMPPacket()
    packet.update(from: DocumentInformation(), to: settings.information)
    packet.claim(archivePart: settings.archivePart, universalPart: settings.universalPart)
    for description in settings.metadata { packet.add(description) }
    return .stream(
      ["Type": .name("Metadata"), "Subtype": .name("XML")], .encoded([UInt8](packet.data(padding: 0))))
  }

  private static let profile = Flate.stream(["N": .integer(3)], ColorProfile.sRGB)

  /// The colors of the document are those of sRGB (ISO 32000-2, 14.11.5).
  private func outputIntent() -> PDFObject {
    let name = PDFObject.string(Array("sRGB IEC61966-2.1".utf8))
    return .dictionary([
      "Type": .name("OutputIntent"), "S": .name("GTS_PDFA1"), "OutputConditionIdentifier": name, "Info": name,
      "DestOutputProfile": .reference(changes.add(Self.profile)),
    ])
  }
}
