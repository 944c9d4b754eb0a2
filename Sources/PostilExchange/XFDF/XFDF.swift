package import Foundation
import PostilModel
import PostilXML

/// Reads and writes XFDF (ISO 19444-1): the annotations of a document as XML.
///
/// What the standard cannot say of a dictionary stands in an element of a namespace of Postil's own (``XFDFPatch``). It counts
/// when the file is read again, unless another program changed what the standard attributes say of the same key.
package enum XFDF {
  // MARK: - Writing

  /// - Parameters:
  ///   - annotations: In the order of the pages, and of the annotations on each.
  ///   - file: The name of the document.
  package static func data(_ annotations: [ExchangedAnnotation], file: String?) -> Data {
    struct Place: Hashable {
      let page: Int
      let id: AnnotationID
    }
    let byPlace = Dictionary(annotations.map { (Place(page: $0.pageIndex, id: $0.id), $0) }) { first, _ in
      first
    }
    func popup(of annotation: ExchangedAnnotation) -> ExchangedAnnotation? {
      guard case .annotation(let id)? = annotation.entries["Popup"],
        let popup = byPlace[Place(page: annotation.pageIndex, id: id)],
        popup.entries["Subtype"] == .name("Popup"), popup.entries["Parent"] == .annotation(annotation.id)
      else { return nil }
      return popup
    }
    var root = XMLElement.xfdf("xfdf")
    root.attributes = [
      .init("space", "preserve", namespace: "http://www.w3.org/XML/1998/namespace", prefix: "xml")
    ]
    if let file { root.append(.xfdf("f", [.init("href", file)])) }
    var list = XMLElement.xfdf("annots", [], [.text("\n")])
    let nested = Set(
      annotations.compactMap { one in popup(of: one).map { Place(page: $0.pageIndex, id: $0.id) } })
    for annotation in annotations
    where !nested.contains(Place(page: annotation.pageIndex, id: annotation.id)) {
      list.append(element(annotation, popup: popup(of: annotation)))
      list.children.append(.text("\n"))
    }
    root.append(list)
    return XMLWriter.document(root)
  }

  private static func element(_ annotation: ExchangedAnnotation, popup: ExchangedAnnotation?) -> XMLElement {
    var entries = annotation.entries
    let isOrphan = popup == nil && entries["Subtype"] == .name("Popup")
    if popup != nil { entries["Popup"] = nil }
    var element = XFDFElement.element(entries, id: annotation.id, pageIndex: annotation.pageIndex)
    if isOrphan {
      // The standard has pop-ups in other annotations alone.
      element.name = "annotation"
      (element.namespace, element.prefix) = (XFDFName.postil, XFDFName.postilPrefix)
      element["subtype"] = "Popup"
    }
    if let popup {
      var inner = popup.entries
      inner["Parent"] = nil
      element.append(
        patched(
          XFDFElement.element(inner, id: popup.id, pageIndex: popup.pageIndex), to: inner))
    }
    return patched(element, to: entries)
  }

  private static func patched(_ element: XMLElement, to entries: [String: PDFValue]) -> XMLElement {
    let said = (try? XFDFElement.entries(element)) ?? [:]
    let patch = XFDFPatch(from: said, to: entries, textKeys: XFDFAttribute.textKeys)
    var element = element
    if !patch.isEmpty { element.append(patch.element()) }
    return element
  }

  // MARK: - Reading

  /// - Throws: `PDFError` with code `.invalidAnnotations` if that is no XFDF, or XML that is refused. An annotation that cannot be used is
  ///   no error but one of the failures.
  package static func annotations(in data: Data) throws -> ExchangedAnnotations {
    let root = try XMLReader.read(data)
    guard root.isXFDF, root.name == "xfdf" else {
      throw PDFError(
        .invalidAnnotations, "The file is not XFDF: its first element is <\(root.name.prefix(60))>.")
    }
    var result = ExchangedAnnotations()
    for part in root.elements where !["f", "ids"].contains(part.name) {
      guard part.isXFDF, part.name == "annots" else {
        result.ignored.append(part.name)
        continue
      }
      for element in part.elements { read(element, &result) }
    }
    return result
  }

  private static func read(_ element: XMLElement, _ result: inout ExchangedAnnotations) {
    let name = element["name"].flatMap { $0.isEmpty ? nil : AnnotationID($0) }
    let page = element["page"].flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }
    do {
      guard let page, page >= 0 else {
        throw PDFError(
          .invalidAnnotations, "its page is missing or is no number from 0: \(element["page"] ?? "")")
      }
      var entries = try complete(element)
      let id = name ?? AnnotationID()
      if name == nil { entries["NM"] = .string(Data(TextString.encode(id.rawValue))) }
      var popup: ExchangedAnnotation?
      if let inner = element.child("popup") {
        let popupID = inner["name"].flatMap { $0.isEmpty ? nil : AnnotationID($0) } ?? AnnotationID()
        var its = try complete(inner)
        its["Parent"] = .annotation(id)
        entries["Popup"] = .annotation(popupID)
        popup = ExchangedAnnotation(pageIndex: page, id: popupID, entries: its, line: inner.line)
      }
      result.annotations.append(
        ExchangedAnnotation(pageIndex: page, id: id, entries: entries, line: element.line))
      if let popup { result.annotations.append(popup) }
    } catch let error as PDFError {
      var error = error
      let what = element.name.prefix(60)
      error.message = "Line \(element.line), <\(what)>\(name.map { " '\($0)'" } ?? ""): \(error.message)."
      result.failures.append(.init(id: name, pageIndex: page, error: error))
    } catch {
      result.failures.append(
        .init(id: name, pageIndex: page, error: PDFError(.invalidAnnotations, "\(error)")))
    }
  }

  /// What the standard elements say, and what Postil added.
  private static func complete(_ element: XMLElement) throws -> [String: PDFValue] {
    let said = try XFDFElement.entries(element)
    guard let own = element.postilChild("dictionary") else {
      guard said["Rect"]?.array?.count == 4 else {
        throw PDFError(.invalidAnnotations, "the attribute rect with four numbers is missing")
      }
      return said
    }
    let patch = XFDFPatch(own)
    var whole = patch.applied(to: said)
    // Of a key that another program changed since, its value counts.
    let id = AnnotationID(element["name"] ?? "")
    let again = (try? XFDFElement.entries(XFDFElement.element(whole, id: id, pageIndex: 0))) ?? [:]
    let changed = XFDFPatch(from: again, to: said, textKeys: XFDFAttribute.textKeys).keys
    for key in changed.intersection(patch.keys) { whole[key] = said[key] }
    return whole
  }
}
