import PostilGraphics
import PostilModel

/// The content of a page that is made, with the marks that tie it to the structure tree (ISO 32000-2, 14.6).
struct ComposedPage {
  let object: ObjectID
  let size: PageSize
  private var output = PDFSerializer()
  private var resources: ResourceBuilder
  /// What the content is marked as just now.
  private var mark: ComposedMark?
  /// The elements of marked contents, by their numbers.
  private(set) var elements: [ObjectID] = []
  /// Links, with the elements that they belong to; widgets are without a dictionary, which the form has.
  private(set) var annotations: [(object: ObjectID, dictionary: PDFDictionary?, element: ComposedElement?)] =
    []
  private var texts = TextWriter(on: .black)

  init(_ object: ObjectID, _ size: PageSize, _ changes: ObjectChanges) {
    (self.object, self.size) = (object, size)
    resources = ResourceBuilder(changes)
  }

  // MARK: - Marks

  private mutating func begin(_ new: ComposedMark) {
    switch (mark, new) {
    case (.element(let old)?, .element(let new)) where old === new: return
    case (.artifact(let old)?, .artifact(let new)) where old == new: return
    default: break
    }
    endMark()
    mark = new
    switch new {
    case .element(let element):
      output.write("/\(element.tag) <</MCID \(elements.count)>> BDC\n")
      element.add(content: elements.count, of: object)
      elements.append(element.object)
    case .artifact(let kind): output.write("/Artifact <</Type /\(kind.rawValue)>> BDC\n")
    }
  }

  private mutating func endMark() {
    if mark != nil { output.write("EMC\n") }
    mark = nil
  }

  // MARK: - Painting

  /// Shows a run of glyphs.
  ///
  /// - Parameters:
  ///   - point: Where its baseline begins, in page space.
  mutating func show(
    _ run: ShapedText.Run, _ font: EmbeddedFont, at point: PagePoint, _ color: Color, _ mark: ComposedMark
  ) {
    guard !run.glyphs.isEmpty else { return }
    begin(mark)
    texts.show(run, font, at: point, color, to: &output, &resources)
  }

  /// Paints a path.
  mutating func paint(_ path: Appearance.Item.PaintedPath, _ mark: ComposedMark) {
    begin(mark)
    var writer = ContentStreamWriter()
    output.write("q\n")
    writer.paint(path)
    output.write(writer.bytes)
    output.write("Q\n")
  }

  /// Paints a form or an image through a matrix of six numbers.
  mutating func paint(_ form: ObjectID, _ matrix: [Double], _ mark: ComposedMark) {
    begin(mark)
    var writer = ContentStreamWriter()
    writer.paint(form: resources.name(of: form), matrix)
    output.write(writer.bytes)
  }

  mutating func add(_ annotation: PDFDictionary?, as object: ObjectID, _ element: ComposedElement?) {
    element?.add(annotation: object, of: self.object)
    annotations.append((object, annotation, element))
  }

  // MARK: - The end

  /// The content, and what it names.
  mutating func finish() -> (content: [UInt8], resources: PDFDictionary) {
    endMark()
    return (output.bytes, resources.dictionary)
  }
}
