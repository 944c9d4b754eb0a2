import Foundation
import PostilModel
import PostilXML

/// Where a link leads, as an `OnActivation` element (ISO 19444-1, 6.7): addresses, places in the document and the named
/// actions. Other actions, such as scripts, have no element that is written.
enum XFDFAction {
  static func element(_ entries: [String: PDFValue]) -> XMLElement? {
    let target: XMLElement?
    switch entries["A"]?["S"]?.text {
    case "URI":
      guard case .string(let bytes)? = entries["A"]?["URI"],
        let uri = String(validating: bytes, as: UTF8.self),
        XMLWriter.canHold(uri)
      else { return nil }
      target = .xfdf("URI", [.init("Name", uri)])
    case "GoTo": target = destination(entries["A"]?["D"]).map { .xfdf("GoTo", [], [.element($0)]) }
    case "Named": target = (entries["A"]?["N"]?.text).map { .xfdf("Named", [.init("Name", $0)]) }
    case nil: target = destination(entries["Dest"]).map { .xfdf("GoTo", [], [.element($0)]) }
    default: target = nil
    }
    return target.map {
      .xfdf("OnActivation", [], [.element(.xfdf("Action", [.init("Trigger", "U")], [.element($0)]))])
    }
  }

  /// The operands of the kinds of destination.
  private static let operands: [String: [String]] = [
    "XYZ": ["Left", "Top", "Zoom"], "Fit": [], "FitH": ["Top"], "FitV": ["Left"],
    "FitR": ["Left", "Bottom", "Right", "Top"], "FitB": [], "FitBH": ["Top"], "FitBV": ["Left"],
  ]

  private static func destination(_ value: PDFValue?) -> XMLElement? {
    switch value {
    case .string?, .name?:
      return (value?.text).map { .xfdf("Dest", [], [.element(.xfdf("Named", [.init("Name", $0)]))]) }
    case .array(let parts)?:
      guard case .page(let page)? = parts.first, let kind = parts.dropFirst().first?.text,
        let names = operands[kind]
      else { return nil }
      var view = XMLElement.xfdf(kind, [.init("Page", String(page.number - 1))])
      for (name, operand) in zip(names, parts.dropFirst(2)) { view[name] = XFDFNumber.text(operand) }
      return .xfdf("Dest", [], [.element(view)])
    default: return nil
    }
  }

  /// The action; `nil` if the element has none that is known.
  ///
  /// - Throws: `PDFError` with code `.invalidAnnotations` if a number is none.
  static func action(_ activation: XMLElement) throws -> PDFValue? {
    guard let target = activation.child("Action")?.elements.first else { return nil }
    switch target.name {
    case "URI":
      guard let uri = target["Name"], !uri.isEmpty else { return nil }
      return .dictionary(["S": .name("URI"), "URI": .string(Data(uri.utf8))])
    case "Named":
      return target["Name"].map { .dictionary(["S": .name("Named"), "N": .name($0)]) }
    case "GoTo":
      guard let view = target.child("Dest")?.elements.first else { return nil }
      if view.name == "Named" {
        return view["Name"].map {
          .dictionary(["S": .name("GoTo"), "D": .string(Data(TextString.encode($0)))])
        }
      }
      guard let names = operands[view.name] else { return nil }
      guard let page = view["Page"].flatMap({ Int($0) }), (0..<Int(Int32.max)).contains(page) else {
        throw PDFError(.invalidAnnotations, "the link leads to no page: \(view["Page"] ?? "")")
      }
      let numbers = try names.map { name -> PDFValue in
        guard let text = view[name], !text.isEmpty, text != "null" else { return .null }
        guard let number = XFDFNumber.value(text) else {
          throw PDFError(.invalidAnnotations, "the attribute \(name)=\"\(text.prefix(60))\" is not a number")
        }
        return number
      }
      let parts = [.page(PageID(number: page + 1)), .name(view.name)] + numbers
      return .dictionary(["S": .name("GoTo"), "D": .array(parts)])
    default: return nil
    }
  }
}
