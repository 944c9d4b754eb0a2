import PostilModel
import PostilXML

/// What a dictionary has besides, or other than, what the standard elements say: Postil writes it as an element of its own, so
/// that the same dictionary comes back.
struct XFDFPatch {
  private(set) var values: [String: PDFValue] = [:]
  /// Keys that are not there.
  private(set) var without: Set<String> = []
  /// Differences inside dictionaries and streams.
  private(set) var nested: [String: XFDFPatch] = [:]

  var isEmpty: Bool { values.isEmpty && without.isEmpty && nested.isEmpty }
  var keys: Set<String> { without.union(values.keys).union(nested.keys) }

  private init() {}

  /// - Parameter textKeys: Keys whose values are the same if their texts are.
  init(from old: [String: PDFValue], to new: [String: PDFValue], textKeys: Set<String> = []) {
    without = Set(old.keys).subtracting(new.keys)
    for (key, value) in new {
      guard let before = old[key] else {
        values[key] = value
        continue
      }
      if before.says(the: value, asText: textKeys.contains(key)) { continue }
      if let (a, b) = before.comparableEntries(with: value) {
        nested[key] = XFDFPatch(from: a, to: b)
      } else {
        values[key] = value
      }
    }
  }

  func applied(to entries: [String: PDFValue]) -> [String: PDFValue] {
    var result = entries.merging(values) { $1 }
    for key in without { result[key] = nil }
    for (key, patch) in nested {
      switch result[key] {
      case .dictionary(let inner)?: result[key] = .dictionary(patch.applied(to: inner))
      case .stream(let inner, let data)?: result[key] = .stream(patch.applied(to: inner), data)
      default: break
      }
    }
    return result
  }

  // MARK: - XML

  private static let space = (namespace: XFDFName.postil, prefix: XFDFName.postilPrefix)

  func element(_ name: String = "dictionary", key: String? = nil) -> XMLElement {
    var element = XMLElement.postil(name)
    if let key { element["KEY"] = key }
    for key in without.sorted() { element.append(.postil("without", [.init("KEY", key)])) }
    for (key, patch) in nested.sorted(by: { $0.key < $1.key }) {
      element.append(patch.element("changed", key: key))
    }
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      element.append(value.xml(key: key, in: Self.space))
    }
    return element
  }

  init(_ element: XMLElement) {
    for child in element.elements where child.namespace == XFDFName.postil {
      guard let key = child["KEY"] else { continue }
      switch child.name {
      case "without": without.insert(key)
      case "changed": nested[key] = XFDFPatch(child)
      default: values[key] = PDFValue(xml: child)
      }
    }
  }
}
