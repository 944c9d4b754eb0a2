import Foundation
import PostilModel
import PostilXML

/// The metadata of a document as XML (XMP, ISO 16684-1). Properties are changed one by one: all others, of whatever namespace,
/// stay as they are.
struct XMPPacket {
  /// A property, and how it is written.
  struct Property: Sendable {
    enum Form: Sendable {
      /// A text.
      case text
      /// A text in several languages, of which the standard one counts.
      case alternatives
      /// A list in order.
      case sequence
    }

    let name: String
    let namespace: String
    let prefix: String
    let form: Form

    private init(_ prefix: String, _ name: String, _ namespace: String, _ form: Form = .text) {
      (self.prefix, self.name, self.namespace, self.form) = (prefix, name, namespace, form)
    }

    private static let dublinCore = "http://purl.org/dc/elements/1.1/"
    private static let basic = "http://ns.adobe.com/xap/1.0/"
    private static let pdf = "http://ns.adobe.com/pdf/1.3/"
    private static let media = "http://ns.adobe.com/xap/1.0/mm/"
    private static let archive = "http://www.aiim.org/pdfa/ns/id/"

    static let title = Property("dc", "title", dublinCore, .alternatives)
    static let creator = Property("dc", "creator", dublinCore, .sequence)
    static let description = Property("dc", "description", dublinCore, .alternatives)
    static let keywords = Property("pdf", "Keywords", pdf)
    static let producer = Property("pdf", "Producer", pdf)
    static let creatorTool = Property("xmp", "CreatorTool", basic)
    static let createDate = Property("xmp", "CreateDate", basic)
    static let modifyDate = Property("xmp", "ModifyDate", basic)
    static let metadataDate = Property("xmp", "MetadataDate", basic)
    static let instanceID = Property("xmpMM", "InstanceID", media)
    static let archivePart = Property("pdfaid", "part", archive)
    static let universalPart = Property("pdfuaid", "part", "http://www.aiim.org/pdfua/ns/id/")
    static let archiveRevision = Property("pdfaid", "rev", archive)
    static let archiveConformance = Property("pdfaid", "conformance", archive)

    /// A key of the information dictionary that has no property of its own.
    static func custom(_ key: String) -> Property {
      Property("pdfx", key, "http://ns.adobe.com/pdfx/1.3/")
    }
  }

  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  private static let pictures = "http://ns.adobe.com/xap/1.0/g/img/"
  static let xml = "http://www.w3.org/XML/1998/namespace"
  /// Of schemas that a packet describes (ISO 19005-2, 6.6.2.3.2).
  static let extensions = "http://www.aiim.org/pdfa/ns/extension/"
  /// No packet is that large: what is, is not read.
  static let largestSize = 8 << 20

  private var root: XMLElement

  /// A packet that says nothing.
  init() {
    let about = XMLElement.Attribute("about", "", namespace: Self.rdf, prefix: "rdf")
    let description = XMLElement("Description", namespace: Self.rdf, prefix: "rdf", [about])
    let rdf = XMLElement("RDF", namespace: Self.rdf, prefix: "rdf", [], [.element(description)])
    root = XMLElement("xmpmeta", namespace: "adobe:ns:meta/", prefix: "x", [], [.element(rdf)])
  }

  /// Reads a packet; `nil` for what is none: no XML, with a document type declaration, or without descriptions.
  init?(_ data: Data) {
    var limits = XMLReader.Limits()
    limits.bytes = Self.largestSize
    // Padding behind the packet may have null bytes.
    guard let root = try? XMLReader.read(data.prefix { $0 != 0 }, limits: limits) else { return nil }
    self.root = root
    guard !descriptions.isEmpty else { return nil }
  }

  // MARK: - Reading

  var descriptions: [XMLElement] {
    let rdf = root.isRDF("RDF") ? root : root.elements.first { $0.isRDF("RDF") }
    return rdf?.elements.filter { $0.isRDF("Description") } ?? []
  }

  /// The text of a property; `nil` if it is not there. Several entries of a list are joined with semicolons.
  subscript(property: Property) -> String? {
    for description in descriptions {
      if let attribute = description.attributes.first(where: property.isNamed) { return attribute.value }
      guard let element = description.elements.first(where: property.isNamed) else { continue }
      let entries = element.entries
      guard !entries.isEmpty else { return element.text }
      if property.form == .alternatives {
        return (entries.first { $0.language == "x-default" } ?? entries[0]).text
      }
      return entries.map(\.text).joined(separator: "; ")
    }
    return nil
  }

  /// The prefix that a property is written with; `nil` if it is not there.
  func prefix(of property: Property) -> String? {
    for description in descriptions {
      if let one = description.attributes.first(where: property.isNamed) { return one.prefix }
      if let one = description.elements.first(where: property.isNamed) { return one.prefix }
    }
    return nil
  }

  // MARK: - Changing

  /// Gives a property another value; `nil` takes it away. Of texts in several languages the standard one changes.
  mutating func set(_ property: Property, to value: String?) {
    var isWritten = false
    changeDescriptions { description in
      description.attributes.removeAll(where: property.isNamed)
      var children: [XMLElement.Child] = []
      for child in description.children {
        guard case .element(let element) = child, property.isNamed(element) else {
          children.append(child)
          continue
        }
        guard let value, !isWritten else { continue }
        children.append(.element(property.element(value, instead: element)))
        isWritten = true
      }
      description.children = children
    }
    guard let value, !isWritten else { return }
    changeDescriptions { description in
      if !isWritten { description.append(property.element(value, instead: nil)) }
      isWritten = true
    }
  }

  private mutating func changeDescriptions(_ change: (inout XMLElement) -> Void) {
    func inRDF(_ rdf: inout XMLElement) {
      for index in rdf.children.indices {
        guard case .element(var element) = rdf.children[index], element.isRDF("Description") else { continue }
        change(&element)
        rdf.children[index] = .element(element)
      }
    }
    changeRDF(inRDF)
  }

  /// Changes the element that the descriptions are in.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  private mutating func changeRDF(_ change: (inout XMLElement) -> Void) -> Bool {
    if root.isRDF("RDF") {
      change(&root)
      return true
    }
    for index in root.children.indices {
      guard case .element(var rdf) = root.children[index], rdf.isRDF("RDF") else { continue }
      change(&rdf)
      root.children[index] = .element(rdf)
      return true
    }
    return false
  }

  /// Adds the descriptions of an XML document whose root is `rdf:RDF`.
  ///
  /// - Returns: Whether it is one.
  @discardableResult
  mutating func add(_ descriptions: String) -> Bool {
    guard var more = try? XMLReader.read(Data(descriptions.utf8), limits: XMLReader.Limits()),
      more.isRDF("RDF")
    else {
      return false
    }
    if self.descriptions.contains(where: { $0.elements.contains(where: \.isSchemas) }) {
      addSchemas(Self.takeSchemas(of: &more))
    }
    let elements = more.children.filter { if case .element = $0 { true } else { false } }
    return changeRDF { $0.children += elements }
  }

  /// Takes descriptions of extension schemas out (ISO 19005-2, 6.6.2.3).
  private static func takeSchemas(of rdf: inout XMLElement) -> [XMLElement.Child] {
    var entries: [XMLElement.Child] = []
    for index in rdf.children.indices {
      guard case .element(var description) = rdf.children[index] else { continue }
      description.children.removeAll { child in
        guard case .element(let element) = child, element.isSchemas else { return false }
        entries += element.elements.filter { $0.isRDF("Bag") }.flatMap(\.children)
        return true
      }
      rdf.children[index] = .element(description)
    }
    return entries
  }

  /// Adds descriptions of extension schemas to those that there are: a property stands once in a packet.
  private mutating func addSchemas(_ entries: [XMLElement.Child]) {
    var isDone = false
    changeDescriptions { description in
      for index in description.children.indices {
        guard case .element(var schemas) = description.children[index], schemas.isSchemas else { continue }
        for place in schemas.children.indices where !isDone {
          guard case .element(var bag) = schemas.children[place], bag.isRDF("Bag") else { continue }
          bag.children += entries
          schemas.children[place] = .element(bag)
          isDone = true
        }
        description.children[index] = .element(schemas)
      }
    }
  }

  /// Says what the document conforms to.
  ///
  /// - Parameters:
  ///   - archivePart: The part of ISO 19005 with its level of conformance: `3B`.
  ///   - universalPart: The part of ISO 14289: `1`.
  mutating func claim(archivePart: String?, universalPart: String?) {
    if let archivePart {
      set(.archivePart, to: String(archivePart.prefix { $0.isNumber }))
      set(.archiveConformance, to: String(archivePart.drop { $0.isNumber }))
    }
    guard let universalPart else { return }
    set(.universalPart, to: universalPart)
    if archivePart != nil { add(Self.universalSchema) }
  }

  /// A document for archives explains the properties that its standard does not know (ISO 19005-2, 6.6.2.3).
  private static let universalSchema = """
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" \
    xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
    <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
    <pdfaProperty:name>part</pdfaProperty:name>
    <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
    <pdfaProperty:category>internal</pdfaProperty:category>
    <pdfaProperty:description>The part of ISO 14289 that the document conforms to</pdfaProperty:description>
    </rdf:li></rdf:Seq></pdfaSchema:property>
    </rdf:li></rdf:Bag></pdfaExtension:schemas>
    </rdf:Description></rdf:RDF>
    """

  /// Changes all texts, those of attributes too. Names and namespaces stay.
  mutating func changeTexts(_ change: (String) -> String) {
    func changed(_ element: XMLElement) -> XMLElement {
      var element = element
      for index in element.attributes.indices {
        element.attributes[index].value = change(element.attributes[index].value)
      }
      element.children = element.children.map { child in
        switch child {
        case .text(let text): .text(change(text))
        case .element(let element): .element(changed(element))
        }
      }
      return element
    }
    root = changed(root)
  }

  /// Takes pictures of the document's pages out: `xmp:Thumbnails`, and the pictures of `xmp:PageInfo` (ISO 16684-2).
  ///
  /// - Returns: How many there were.
  mutating func removeThumbnails() -> Int {
    var count = 0
    func isPicture(_ name: String, _ namespace: String?) -> Bool {
      namespace == Self.pictures && name == "image"
        || namespace == Property.createDate.namespace && name == "Thumbnails"
    }
    func cleaned(_ element: XMLElement) -> XMLElement {
      var element = element
      element.attributes.removeAll { attribute in
        guard isPicture(attribute.name, attribute.namespace) else { return false }
        count += 1
        return true
      }
      element.children = element.children.compactMap { child in
        guard case .element(let inner) = child else { return child }
        guard isPicture(inner.name, inner.namespace) else { return .element(cleaned(inner)) }
        count += 1
        return nil
      }
      return element
    }
    root = cleaned(root)
    return count
  }

  /// Whether bytes that are no packet may have such a picture: they name its namespace.
  static func mayHaveThumbnails(_ bytes: [UInt8]) -> Bool {
    // Of UTF-16 the letters stand in every other byte.
    bytes.filter { $0 != 0 }.withUnsafeBytes { ByteSearch.first("xap/1.0/g/img", in: $0) } != nil
  }

  /// The packet, with room for programs that change it in place.
  var data: Data { data(padding: 20) }

  /// - Parameter padding: How many lines of room it has.
  func data(padding count: Int) -> Data {
    let padding = String(repeating: String(repeating: " ", count: 99) + "\n", count: count)
    let text =
      "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n" + XMLWriter.fragment(root) + "\n"
      + padding
      + "<?xpacket end=\"w\"?>"
    return Data(text.utf8)
  }
}

extension XMPPacket.Property {
  fileprivate func isNamed(_ attribute: XMLElement.Attribute) -> Bool {
    attribute.name == name && attribute.namespace == namespace
  }

  fileprivate func isNamed(_ element: XMLElement) -> Bool {
    element.name == name && element.namespace == namespace
  }

  /// The property with a value, as an element.
  fileprivate func element(_ value: String, instead old: XMLElement?) -> XMLElement {
    let rdf = XMPPacket.rdf
    func entry(_ attributes: [XMLElement.Attribute]) -> XMLElement {
      XMLElement("li", namespace: rdf, prefix: "rdf", attributes, [.text(value)])
    }
    var result = XMLElement(name, namespace: namespace, prefix: old?.prefix ?? prefix)
    switch form {
    case .text: result.children = [.text(value)]
    case .sequence:
      let list = XMLElement("Seq", namespace: rdf, prefix: "rdf", [], [.element(entry([]))])
      result.children = [.element(list)]
    case .alternatives:
      let language = XMLElement.Attribute(
        "lang", "x-default", namespace: XMPPacket.xml, prefix: "xml")
      let others = old?.entries.filter { $0.language != nil && $0.language != "x-default" } ?? []
      let entries = [entry([language])] + others
      let list = XMLElement(
        "Alt", namespace: rdf, prefix: "rdf", [], entries.map(XMLElement.Child.element))
      result.children = [.element(list)]
    }
    return result
  }
}

extension XMLElement {
  /// Whether it describes extension schemas.
  fileprivate var isSchemas: Bool {
    name == "schemas" && namespace == XMPPacket.extensions
  }

  func isRDF(_ name: String) -> Bool {
    self.name == name && namespace == XMPPacket.rdf
  }

  /// The entries of a property that is a list.
  var entries: [XMLElement] {
    let list = elements.first { $0.isRDF("Alt") || $0.isRDF("Seq") || $0.isRDF("Bag") }
    return list?.elements.filter { $0.isRDF("li") } ?? []
  }

  fileprivate var language: String? {
    attributes.first { $0.name == "lang" && $0.namespace == XMPPacket.xml }?.value
  }
}
