import PostilModel

/// What content is to the structure of its document (ISO 32000-2, 14.8.2).
enum ContentTag {
  /// No part of what the document says, with the properties of it, if there are any.
  case artifact(PDFDictionary = [:])
  /// The content of an element, by its number on the page.
  case content(PDFName, number: Int)

  /// What stands before such content; behind it `EMC` does.
  var begin: [UInt8] {
    var content = PDFSerializer()
    switch self {
    case .artifact(let properties):
      content.write("/Artifact ")
      if !properties.entries.isEmpty { content.write(.dictionary(properties)) }
      content.write(properties.entries.isEmpty ? "BMC\n" : " BDC\n")
    case .content(let type, let number):
      content.write(.name(type))
      content.write(.dictionary(["MCID": .integer(number)]))
      content.write(" BDC\n")
    }
    return content.bytes
  }
}

/// What becomes a part of a page's content: painted before what the page has, or after it and so above.
struct AddedContent {
  private let changes: ObjectChanges
  private var resources: ResourceBuilder
  private var below: [UInt8] = []
  private var above: [UInt8] = []

  init(_ page: PDFDictionary, _ changes: ObjectChanges) {
    self.changes = changes
    resources = ResourceBuilder(
      changes, changes.resolve(page["Resources"]).dictionary ?? [:], prefix: "Postil")
  }

  /// Whether nothing was added.
  var isEmpty: Bool { below.isEmpty && above.isEmpty }

  /// Paints a form through a matrix of six numbers.
  ///
  /// - Parameters:
  ///   - isUnderlay: Whether the page's content covers it.
  ///   - tag: What it is to the structure; `nil` in documents without one.
  mutating func add(
    _ form: PDFObject, _ matrix: [Double], isUnderlay: Bool = false, tag: ContentTag? = nil
  ) {
    let name = resources.name(of: form, in: "XObject")
    var content = PDFSerializer()
    content.write(matrix.map(PDFObject.number), "cm ")
    content.write(.name(name))
    content.write(" Do\n")
    paint(content.bytes, isUnderlay, tag)
  }

  /// Paints a picture with operations of the page's content itself.
  ///
  /// - Parameters:
  ///   - box: What it is cut off at.
  ///   - tag: What it is to the structure; `nil` in documents without one.
  /// - Throws: As ``AppearanceWriter/form(_:)``.
  mutating func add(
    _ appearance: Appearance, box: PageRect, _ writer: AppearanceWriter, isUnderlay: Bool, tag: ContentTag?
  ) throws {
    let content = try writer.content(of: appearance, box: box, &resources, textsAsForms: false)
    var clip = PDFSerializer()
    clip.write([box.minX, box.minY, box.width, box.height].map(PDFObject.coordinate), "re W n\n")
    paint(clip.bytes + content, isUnderlay, tag)
  }

  private mutating func paint(_ content: [UInt8], _ isUnderlay: Bool, _ tag: ContentTag?) {
    let begin = Array("q\n".utf8) + (tag?.begin ?? [])
    let all = begin + content + Array((tag == nil ? "Q\n" : "EMC\nQ\n").utf8)
    if isUnderlay { below += all } else { above += all }
  }

  /// Gives a page the content, with that which it has before it, in a graphics state of its own.
  func write(into page: inout PDFDictionary) {
    guard !isEmpty else { return }
    page["Resources"] = .dictionary(resources.dictionary)
    let own = changes.resolve(page["Contents"]).array ?? page["Contents"].map { [$0] } ?? []
    let enclosure = ContentEnclosure(around: own, changes)
    let begin = changes.add(Flate.stream([:], below + enclosure.begin()))
    let end = changes.add(Flate.stream([:], enclosure.end + above))
    page["Contents"] = .array([.reference(begin)] + own + [.reference(end)])
  }
}
