import Foundation
import PostilModel
import PostilXML

/// The element of one annotation as ISO 19444-1 has it: what the standard can say of a dictionary, and that back.
enum XFDFElement {
  /// The elements by subtype.
  static let names: [String: String] = [
    "Text": "text", "Caret": "caret", "FreeText": "freetext", "FileAttachment": "fileattachment",
    "Highlight": "highlight", "Ink": "ink", "Line": "line", "Link": "link", "Circle": "circle",
    "Square": "square", "Polygon": "polygon", "PolyLine": "polyline", "Sound": "sound",
    "Squiggly": "squiggly", "Stamp": "stamp", "StrikeOut": "strikeout", "Underline": "underline",
    "Redact": "redact", "Popup": "popup",
  ]
  static let subtypes = Dictionary(names.map { ($1, $0) }) { first, _ in first }

  // MARK: - Writing

  /// The element, without a pop-up in it.
  static func element(_ entries: [String: PDFValue], id: AnnotationID, pageIndex: Int) -> XMLElement {
    let subtype = entries["Subtype"]?.text ?? "Unknown"
    var element: XMLElement
    if let name = names[subtype] {
      element = .xfdf(name)
    } else {
      element = .postil("annotation")
      element["subtype"] = subtype
    }
    element["page"] = String(pageIndex)
    for attribute in XFDFAttribute.all {
      if let value = entries[attribute.key], let text = attribute.text(value), XMLWriter.canHold(text) {
        element[attribute.name] = text
      }
    }
    element["name"] = id.rawValue
    if case .annotation(let other)? = entries["IRT"] { element["inreplyto"] = other.rawValue }
    writeBorder(entries, &element)
    writeEnds(entries, subtype, &element)
    writeFile(entries, subtype, &element)
    writeChildren(entries, subtype, &element)
    writeUnknown(entries, &element)
    return element
  }

  private static let borderStyles = [
    "S": "solid", "D": "dash", "B": "bevelled", "I": "inset", "U": "underline",
  ]

  private static func writeBorder(_ entries: [String: PDFValue], _ element: inout XMLElement) {
    let border = entries["BS"]
    element["width"] = border?["W"].flatMap(XFDFNumber.text)
    element["style"] = (border?["S"]?.text).flatMap { borderStyles[$0] }
    element["dashes"] = (border?["D"]?.array).flatMap { XFDFNumber.text($0) }
    guard entries["BE"]?["S"]?.text == "C" else { return }
    element["style"] = "cloudy"
    element["intensity"] = entries["BE"]?["I"].flatMap(XFDFNumber.text)
  }

  private static func writeEnds(
    _ entries: [String: PDFValue], _ subtype: String, _ element: inout XMLElement
  ) {
    if let ends = entries["L"]?.array, ends.count == 4 {
      element["start"] = XFDFNumber.text(Array(ends[..<2]))
      element["end"] = XFDFNumber.text(Array(ends[2...]))
    }
    if subtype == "FreeText", case .name(let name)? = entries["LE"] { element["head"] = name }
    if let endings = entries["LE"]?.array, endings.count == 2 {
      (element["head"], element["tail"]) = (endings[0].text, endings[1].text)
    }
    if let offset = entries["CO"]?.array, offset.count == 2 {
      element["caption-offset-h"] = XFDFNumber.text(offset[0])
      element["caption-offset-v"] = XFDFNumber.text(offset[1])
    }
  }

  private static func writeChildren(
    _ entries: [String: PDFValue], _ subtype: String, _ element: inout XMLElement
  ) {
    func append(_ name: String, _ text: String?) {
      guard let text, XMLWriter.canHold(text) else { return }
      element.append(.xfdf(name, [], text.isEmpty ? [] : [.text(text)]))
    }
    if case .string? = entries["Contents"] { append("contents", entries["Contents"]?.text) }
    if case .string? = entries["RC"], let text = entries["RC"]?.text,
      let body = try? XMLReader.read(Data(text.utf8))
    {
      element.append(.xfdf("contents-richtext", [], [.element(body)]))
    }
    if case .string? = entries["DA"] { append("defaultappearance", entries["DA"]?.text) }
    if case .string? = entries["DS"] { append("defaultstyle", entries["DS"]?.text) }
    if let points = entries["Vertices"]?.array { append("vertices", pointsText(points)) }
    if let lists = entries["InkList"]?.array {
      let gestures = lists.compactMap { $0.array.flatMap(pointsText) }
      if gestures.count == lists.count {
        element.append(
          .xfdf("inklist", [], gestures.map { .element(.xfdf("gesture", [], [.text($0)])) }))
      }
    }
    if subtype == "Link", let activation = XFDFAction.element(entries) { element.append(activation) }
    if let appearance = entries["AP"], case .dictionary = appearance {
      let xml = XMLWriter.fragment(appearance.xml(key: "AP"))
      append("appearance", Data(xml.utf8).base64EncodedString())
    }
  }

  /// `x,y;x,y`; `nil` for what are no points.
  private static func pointsText(_ numbers: [PDFValue]) -> String? {
    guard numbers.count % 2 == 0 else { return nil }
    let points = stride(from: 0, to: numbers.count, by: 2).compactMap {
      XFDFNumber.text(Array(numbers[$0...$0 + 1]))
    }
    return points.count * 2 == numbers.count ? points.joined(separator: ";") : nil
  }

  // MARK: - Reading

  /// The dictionary that the element says, without what Postil adds to the standard.
  ///
  /// - Throws: `PDFError` with code `.invalidAnnotations` if a number is none.
  static func entries(_ element: XMLElement) throws -> [String: PDFValue] {
    let subtype = element.isXFDF ? subtypes[element.name] : element["subtype"]
    guard let subtype else {
      throw PDFError(.invalidAnnotations, "there is no annotation <\(element.name)>")
    }
    var entries: [String: PDFValue] = ["Type": .name("Annot"), "Subtype": .name(subtype)]
    var unknown = XMLElement("unknown")
    for attribute in element.attributes {
      let isOwn = attribute.namespace == nil || attribute.namespace == XFDFName.xfdf
      if isOwn, let known = XFDFAttribute.byName[attribute.name.lowercased()] {
        entries[known.key] = try known.value(attribute.value)
      } else if !isOwn || !otherAttributes.contains(attribute.name) {
        unknown.attributes.append(attribute)
      }
    }
    if let other = element["inreplyto"] { entries["IRT"] = .annotation(AnnotationID(other)) }
    try readBorder(element, &entries)
    try readEnds(element, subtype, &entries)
    try readFile(element, subtype, &entries)
    try readChildren(element, &entries, &unknown)
    if subtype == "Link", let activation = element.child("OnActivation") {
      entries["A"] = try XFDFAction.action(activation)
    }
    readUnknown(unknown, &entries)
    return entries
  }

  /// Attributes that are read in another way than one by one.
  private static let otherAttributes: Set<String> = [
    "page", "subtype", "inreplyto", "width", "style", "dashes", "intensity", "start", "end", "head", "tail",
    "caption-offset-h", "caption-offset-v", "file", "mimetype", "size", "creation", "modification",
    "checksum",
    "rate", "bits", "channels", "encoding", "intent",
  ]

  private static func number(_ element: XMLElement, _ name: String) throws -> PDFValue? {
    guard let text = element[name], !text.isEmpty else { return nil }
    guard let value = XFDFNumber.value(text) else {
      throw PDFError(.invalidAnnotations, "the attribute \(name)=\"\(text.prefix(60))\" is not a number")
    }
    return value
  }

  private static func numbers(_ text: String, in what: String) throws -> [PDFValue] {
    guard let values = XFDFNumber.list(text) else {
      throw PDFError(.invalidAnnotations, "\(what) has something other than numbers: \(text.prefix(60))")
    }
    return values
  }

  private static func readBorder(_ element: XMLElement, _ entries: inout [String: PDFValue]) throws {
    var border: [String: PDFValue] = [:]
    border["W"] = try number(element, "width")
    if let text = element["dashes"], !text.isEmpty { border["D"] = .array(try numbers(text, in: "dashes")) }
    let style = element["style"]?.lowercased()
    border["S"] = borderStyles.first { $0.value == style }.map { .name($0.key) }
    if style == "dashed" { border["S"] = .name("D") }
    if !border.isEmpty { entries["BS"] = .dictionary(border) }
    guard style == "cloudy" else { return }
    var effect: [String: PDFValue] = ["S": .name("C")]
    effect["I"] = try number(element, "intensity")
    entries["BE"] = .dictionary(effect)
  }

  private static func readEnds(
    _ element: XMLElement, _ subtype: String, _ entries: inout [String: PDFValue]
  ) throws {
    if let start = element["start"], let end = element["end"] {
      entries["L"] = .array(try numbers(start, in: "start") + numbers(end, in: "end"))
    }
    let (head, tail) = (element["head"], element["tail"])
    if subtype == "FreeText", let head, tail == nil {
      entries["LE"] = .name(head)
    } else if head != nil || tail != nil {
      entries["LE"] = .array([.name(head ?? "None"), .name(tail ?? "None")])
    }
    if let h = try number(element, "caption-offset-h"), let v = try number(element, "caption-offset-v") {
      entries["CO"] = .array([h, v])
    }
    if let intent = element["intent"], entries["IT"] == nil, !intent.isEmpty { entries["IT"] = .name(intent) }
  }

  private static func readChildren(
    _ element: XMLElement, _ entries: inout [String: PDFValue], _ unknown: inout XMLElement
  ) throws {
    for child in element.elements {
      guard child.isXFDF else {
        if child.namespace != XFDFName.postil { unknown.append(child) }
        continue
      }
      func text() -> PDFValue { .string(Data(TextString.encode(child.text))) }
      switch child.name {
      case "contents": entries["Contents"] = text()
      case "contents-richtext":
        if let body = child.elements.first {
          let text = "<?xml version=\"1.0\"?>" + XMLWriter.fragment(body)
          entries["RC"] = .string(Data(TextString.encode(text)))
          if entries["Contents"] == nil {
            entries["Contents"] = .string(Data(TextString.encode(body.plainText)))
          }
        }
      case "defaultappearance": entries["DA"] = text()
      case "defaultstyle": entries["DS"] = text()
      case "vertices": entries["Vertices"] = .array(try numbers(child.text, in: "vertices"))
      case "inklist":
        entries["InkList"] = .array(
          try child.elements.filter { $0.name == "gesture" }.map {
            .array(try numbers($0.text, in: "a gesture"))
          })
      case "appearance": entries["AP"] = try appearance(child.text)
      case "popup", "OnActivation", "data", "resource": break
      default: unknown.append(child)
      }
    }
  }

  private static func appearance(_ base64: String) throws -> PDFValue? {
    guard let xml = Data(base64Encoded: base64, options: .ignoreUnknownCharacters), !xml.isEmpty else {
      return nil
    }
    let element = try XMLReader.read(xml)
    // Some writers have only the normal one.
    guard let value = PDFValue(xml: element) else { return nil }
    if case .stream = value { return .dictionary(["N": value]) }
    return value
  }
}

// MARK: - What is not known

/// Attributes and elements of other programs are kept in an entry of the annotation, and written again.
extension XFDFElement {
  static let privateKey = "XXPostil"
  static let unknownKey = "XFDF"

  private static func readUnknown(_ unknown: XMLElement, _ entries: inout [String: PDFValue]) {
    guard !unknown.attributes.isEmpty || !unknown.children.isEmpty else { return }
    let text = PDFValue.string(Data(TextString.encode(XMLWriter.fragment(unknown))))
    entries[privateKey] = .dictionary([unknownKey: text])
  }

  private static func writeUnknown(_ entries: [String: PDFValue], _ element: inout XMLElement) {
    guard let text = entries[privateKey]?[unknownKey]?.text,
      let unknown = try? XMLReader.read(Data(text.utf8))
    else { return }
    for attribute in unknown.attributes
    where !element.attributes.contains(where: {
      $0.name == attribute.name && $0.namespace == attribute.namespace
    }) { element.attributes.append(attribute) }
    element.children += unknown.children
  }
}

// MARK: - Embedded files and sounds

extension XFDFElement {
  private static let fileDates = [("creation", "CreationDate"), ("modification", "ModDate")]
  private static let soundKeys = [("rate", "R"), ("channels", "C"), ("bits", "B")]

  private static func writeFile(
    _ entries: [String: PDFValue], _ subtype: String, _ element: inout XMLElement
  ) {
    if subtype == "Sound", case .stream(let sound, let data)? = entries["Sound"] {
      for (name, key) in soundKeys { element[name] = sound[key].flatMap(XFDFNumber.text) }
      element["encoding"] = sound["E"]?.text?.lowercased()
      element.append(dataElement(sound, data))
    }
    guard subtype == "FileAttachment", let file = entries["FS"] else { return }
    element["file"] = (file["UF"] ?? file["F"])?.text
    guard case .stream(let embedded, let data)? = file["EF"]?["F"] ?? file["EF"]?["UF"] else { return }
    element["mimetype"] = embedded["Subtype"]?.text
    element["size"] = embedded["Params"]?["Size"].flatMap(XFDFNumber.text)
    for (name, key) in fileDates { element[name] = embedded["Params"]?[key]?.text }
    if case .string(let sum)? = embedded["Params"]?["CheckSum"] { element["checksum"] = sum.hexadecimal }
    element.append(dataElement(embedded, data))
  }

  private static func dataElement(_ stream: [String: PDFValue], _ data: Data?) -> XMLElement {
    let filter = stream["Filter"]
    let names = (filter?.array ?? filter.map { [$0] } ?? []).compactMap(\.text)
    var result = XMLElement.xfdf("data")
    result["MODE"] = names.isEmpty ? "raw" : "filtered"
    result["encoding"] = "hex"
    result["length"] = String(data?.count ?? 0)
    if !names.isEmpty { result["filter"] = names.joined(separator: " ") }
    result.children = [.text((data ?? Data()).hexadecimal)]
    return result
  }

  private static func readFile(
    _ element: XMLElement, _ subtype: String, _ entries: inout [String: PDFValue]
  ) throws {
    let data = try element.child("data").map(stream)
    if subtype == "Sound", case .stream(var sound, let bytes)? = data {
      sound["Type"] = .name("Sound")
      for (name, key) in soundKeys { sound[key] = try number(element, name) }
      let encodings = ["raw": "Raw", "signed": "Signed", "mulaw": "muLaw", "alaw": "ALaw"]
      sound["E"] = element["encoding"].flatMap { encodings[$0.lowercased()] }.map { .name($0) }
      entries["Sound"] = .stream(sound, bytes)
    }
    guard subtype == "FileAttachment", element["file"] != nil || data != nil else { return }
    let name = PDFValue.string(Data(TextString.encode(element["file"] ?? "")))
    var file: [String: PDFValue] = ["Type": .name("Filespec"), "F": name, "UF": name]
    if case .stream(var embedded, let bytes)? = data {
      embedded["Type"] = .name("EmbeddedFile")
      embedded["Subtype"] = element["mimetype"].map { .name($0) }
      var parameters: [String: PDFValue] = [:]
      parameters["Size"] = try number(element, "size")
      for (name, key) in fileDates {
        parameters[key] = element[name].map { .string(Data(TextString.encode($0))) }
      }
      parameters["CheckSum"] = element["checksum"].flatMap { Data(hexadecimal: $0) }.map { .string($0) }
      if !parameters.isEmpty { embedded["Params"] = .dictionary(parameters) }
      let stream = PDFValue.stream(embedded, bytes)
      file["EF"] = .dictionary(["F": stream, "UF": stream])
    }
    entries["FS"] = .dictionary(file)
  }

  private static func stream(_ element: XMLElement) throws -> PDFValue {
    let text = element.text
    let isText = (element["encoding"] ?? element["ENCODING"])?.lowercased() == "ascii"
    guard let data = isText ? Data(text.utf8) : Data(hexadecimal: text) else {
      throw PDFError(.invalidAnnotations, "the data are not in hexadecimal digits")
    }
    var entries: [String: PDFValue] = ["Length": .integer(data.count)]
    let names = (element["filter"] ?? "").split(separator: " ").map { PDFValue.name(String($0)) }
    if element["MODE"]?.lowercased() != "raw", !names.isEmpty {
      entries["Filter"] = names.count == 1 ? names[0] : .array(names)
    }
    return .stream(entries, data)
  }
}
