import PostilModel

/// The names that a document gives to its pages (ISO 32000-2, 12.4.2).
struct PageLabels {
  private struct LabelRange {
    let start: Int
    let style: PDFName?
    let prefix: String
    let first: Int
  }

  private var ranges: [LabelRange] = []

  init(_ tree: PDFObject, _ graph: ObjectGraph) {
    var visited: Set<ObjectID> = []
    collect(tree, graph, &visited, depth: 0)
    ranges.sort { $0.start < $1.start }
  }

  private mutating func collect(
    _ node: PDFObject, _ graph: ObjectGraph, _ visited: inout Set<ObjectID>, depth: Int
  ) {
    guard let dictionary = graph.resolve(node).dictionary, depth < 32 else { return }
    let numbers = graph.resolve(dictionary["Nums"]).array ?? []
    for index in stride(from: 0, to: numbers.count - 1, by: 2) {
      guard let start = graph.resolve(numbers[index]).integer,
        let label = graph.resolve(numbers[index + 1]).dictionary
      else { continue }
      ranges.append(
        LabelRange(
          start: start, style: graph.resolve(label["S"]).name,
          prefix: graph.resolve(label["P"]).string.map(TextString.decode) ?? "",
          first: graph.resolve(label["St"]).integer ?? 1))
    }
    // The list may be an object of its own that leads to itself.
    if let list = dictionary["Kids"]?.reference, !visited.insert(list).inserted { return }
    for kid in graph.resolve(dictionary["Kids"]).array ?? [] {
      if let id = kid.reference, !visited.insert(id).inserted { continue }
      collect(kid, graph, &visited, depth: depth + 1)
    }
  }

  /// The label of the page at an index, or `nil` if the document does not say.
  func label(at index: Int) -> String? {
    guard let range = ranges.last(where: { $0.start <= index }) else { return nil }
    let number = range.first &+ (index &- range.start)
    guard let style = range.style else { return range.prefix }
    return range.prefix + Self.text(number, style)
  }

  private static func text(_ number: Int, _ style: PDFName) -> String {
    switch style {
    case "R": roman(number)
    case "r": roman(number).lowercased()
    case "A": letters(number)
    case "a": letters(number).lowercased()
    default: String(number)
    }
  }

  private static func roman(_ number: Int) -> String {
    guard (1...10_000).contains(number) else { return String(number) }
    let values: [(Int, String)] = [
      (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"),
      (10, "X"),
      (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ]
    var (rest, result) = (number, "")
    for (value, digits) in values {
      while rest >= value {
        result += digits
        rest -= value
      }
    }
    return result
  }

  /// A to Z, then AA to ZZ, AAA …
  private static func letters(_ number: Int) -> String {
    guard (1...26_000).contains(number) else { return String(number) }
    let letter = Character(Unicode.Scalar(UInt8(65 + (number - 1) % 26)))
    return String(repeating: letter, count: (number - 1) / 26 + 1)
  }
}
