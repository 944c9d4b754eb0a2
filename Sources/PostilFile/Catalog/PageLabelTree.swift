import PostilModel

/// Page labels in a file (`/PageLabels`, ISO 32000-2, 12.4.2): a number tree.
enum PageLabelTree {
  /// How many ranges are read. More than there are pages are of no use.
  private static let mostRanges = 1_000_000

  /// The ranges, by the index of their first page; of several that begin at one page the first that was read.
  static func ranges(_ tree: PDFObject?, _ objects: any ObjectSource, pageCount: Int) -> [PageLabelRange] {
    var found: [Int: PageLabel] = [:]
    NumberTree.forEach(tree, objects) { start, value in
      if (0..<pageCount).contains(start), found[start] == nil, let label = objects.resolve(value).dictionary {
        found[start] = PageLabel(label, objects)
      }
      return found.count < mostRanges
    }
    return found.map { PageLabelRange(from: $0.key, $0.value) }.sorted { $0.start < $1.start }
  }

  /// A tree of one node.
  static func tree(_ ranges: [PageLabelRange]) -> PDFObject {
    .dictionary(["Nums": .array(ranges.flatMap { [.integer($0.start), .dictionary($0.first.dictionary)] })])
  }
}

extension PageLabel {
  fileprivate init(_ dictionary: PDFDictionary, _ objects: any ObjectSource) {
    // A style that is not known is read as digits, as other readers do.
    let style = objects.resolve(dictionary["S"]).name.map { Style(rawValue: $0.description) ?? .decimal }
    let number = objects.resolve(dictionary["St"]).integer ?? 1
    self.init(
      style, prefix: objects.text(dictionary["P"]) ?? "",
      number: style == nil ? 1 : min(max(number, 1), 1_000_000_000))
  }

  fileprivate var dictionary: PDFDictionary {
    var result = PDFDictionary()
    result["S"] = style.map { .name(PDFName($0.rawValue)) }
    if !prefix.isEmpty { result["P"] = .string(TextString.encode(prefix)) }
    if style != nil, number != 1 { result["St"] = .integer(number) }
    return result
  }
}
