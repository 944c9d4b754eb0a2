/// The resources of a content stream that is written anew (ISO 32000-2, 7.8.3): those that it had, those that it got, and which of
/// them it uses. What a stream paints is what it names: nothing else is kept.
struct KeptResources {
  private let old: ContentResources
  private var used: [PDFName: Set<PDFName>] = [:]
  private var new: [PDFName: PDFDictionary] = [:]
  private var seen: [PDFName: Set<PDFName>] = [:]

  init(_ old: ContentResources) { self.old = old }

  /// What a name stands for.
  func value(_ category: PDFName, _ name: PDFName) -> PDFObject? {
    new[category]?[name] ?? old.value(category, name)
  }

  /// Notes that the content names something, whether or not it goes on to.
  mutating func see(_ category: PDFName, _ name: PDFName) { seen[category, default: []].insert(name) }

  /// Categories of what shows or says something by itself; the others only serve to paint it.
  private static let sayings: Set<PDFName> = ["XObject", "Pattern", "Properties", "ExtGState"]

  /// What the content named and does not any more.
  var released: [PDFObject] {
    seen.filter { Self.sayings.contains($0.key) }.flatMap { category, names in
      names.subtracting(used[category] ?? []).compactMap { old.value(category, $0) }
    }
  }

  mutating func use(_ category: PDFName, _ name: PDFName) { used[category, default: []].insert(name) }

  /// Adds something that is used, under a name that is not taken.
  mutating func add(_ category: PDFName, _ object: PDFObject) -> PDFName {
    let name = addUnused(category, object)
    use(category, name)
    return name
  }

  /// Adds something under a name that is not taken; it only stays if it is used.
  mutating func addUnused(_ category: PDFName, _ object: PDFObject) -> PDFName {
    var number = new[category]?.entries.count ?? 0
    var name = PDFName("Redacted\(number)")
    while old.value(category, name) != nil || new[category]?[name] != nil {
      number += 1
      name = PDFName("Redacted\(number)")
    }
    new[category, default: [:]][name] = object
    return name
  }

  private static let defaultSpaces: [PDFName] = ["DefaultGray", "DefaultRGB", "DefaultCMYK"]

  /// The resources that are used: one that is left out is not kept in the file by its name.
  var remaining: PDFDictionary {
    var result = PDFDictionary()
    for category in Set(used.keys).union(["ColorSpace"]).sorted(by: { $0.description < $1.description }) {
      var names = used[category] ?? []
      if category == "ColorSpace" { names.formUnion(Self.defaultSpaces) }
      var kept = PDFDictionary()
      for name in names.sorted(by: { $0.description < $1.description }) {
        if let value = value(category, name) { kept.append(name, value) }
      }
      if !kept.entries.isEmpty { result[category] = .dictionary(kept) }
    }
    return result
  }
}
