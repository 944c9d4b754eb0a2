/// Looks whether an SVG file has only what cairo writes into one. It comes from a process that reads what it is given by strangers, and
/// programs that show it would carry out scripts and load what it names.
struct SVGCheck {
  /// The elements that cairo 1.16 and 1.18 write.
  private static let elements: Set<String> = [
    "svg", "g", "defs", "path", "rect", "use", "image", "symbol", "clipPath", "mask", "pattern",
    "linearGradient",
    "radialGradient", "stop", "filter", "feColorMatrix", "feImage", "feComposite", "feBlend", "feFlood",
    "feMerge", "feMergeNode",
    "feOffset", "feTile", "feComponentTransfer", "feFuncA", "feFuncR", "feFuncG", "feFuncB",
  ]

  private var bytes: ArraySlice<UInt8>

  /// - Complexity: O(bytes).
  static func accepts(_ file: [UInt8]) -> Bool {
    var check = SVGCheck(bytes: file[...])
    return check.run()
  }

  private mutating func run() -> Bool {
    guard skip("<?xml version=\"1.0\" encoding=\"UTF-8\"?>") else { return false }
    var depth = 0
    var count = 0
    while true {
      // Nothing stands between tags.
      skipSpace()
      guard bytes.first != nil else { return depth == 0 && count > 0 }
      guard skip("<") else { return false }
      if skip("/") {
        guard name() != nil, skip(">"), depth > 0 else { return false }
        depth -= 1
        continue
      }
      guard depth > 0 || count == 0, let element = name(), Self.elements.contains(element),
        count > 0 || element == "svg"
      else {
        return false
      }
      count += 1
      while skipSpace() {
        if bytes.first == 62 || bytes.first == 47 { break }
        guard let attribute = name(), skip("=\""), let value = value(), Self.accepts(attribute, value) else {
          return false
        }
      }
      if skip("/") {
        guard skip(">") else { return false }
      } else {
        guard skip(">") else { return false }
        depth += 1
      }
    }
  }

  private static func accepts(_ attribute: String, _ value: ArraySlice<UInt8>) -> Bool {
    func begins(_ text: String) -> Bool { value.starts(with: text.utf8) }
    if attribute.lowercased().hasPrefix("on") { return false }
    switch attribute {
    case "href", "xlink:href":
      return begins("#") || begins("data:image/png;base64,") || begins("data:image/jpeg;base64,")
    case "xmlns": return begins("http://www.w3.org/2000/svg") && value.count == 26
    case "xmlns:xlink": return begins("http://www.w3.org/1999/xlink") && value.count == 28
    default:
      // Other places are named by url(#…), and by nothing else.
      var rest = value
      let mark = Array("url(".utf8)
      while let found = rest.firstIndex(of: mark[0]) {
        rest = rest[found...]
        if rest.starts(with: mark) {
          guard let next = rest.dropFirst(4).first, next == 35 else { return false }
        }
        rest = rest.dropFirst()
      }
      // Styles may name other files by @import too.
      return !value.contains(64) && !value.contains(92)
    }
  }

  private mutating func skip(_ text: String) -> Bool {
    guard bytes.starts(with: text.utf8) else { return false }
    bytes = bytes.dropFirst(text.utf8.count)
    return true
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let space = bytes.prefix { $0 == 10 || $0 == 13 || $0 == 32 }
    bytes = bytes.dropFirst(space.count)
    return !space.isEmpty
  }

  private mutating func name() -> String? {
    let name = bytes.prefix { byte in
      (65...90).contains(byte) || (97...122).contains(byte) || (48...57).contains(byte) || byte == 58
        || byte == 45
    }
    guard !name.isEmpty, name.count <= 64 else { return nil }
    bytes = bytes.dropFirst(name.count)
    return String(decoding: name, as: UTF8.self)
  }

  /// Up to the quotation mark: without references, which would say other characters than stand there.
  private mutating func value() -> ArraySlice<UInt8>? {
    guard let end = bytes.firstIndex(of: 34) else { return nil }
    let value = bytes[bytes.startIndex..<end]
    bytes = bytes[(end + 1)...]
    return value.contains(38) || value.contains(60) ? nil : value
  }
}
