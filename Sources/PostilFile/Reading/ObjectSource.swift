import Foundation
import PostilModel

/// Objects to read: those of a file, or of a file with changes that are not written yet.
protocol ObjectSource: AnyObject {
  func object(_ id: ObjectID) -> PDFObject
  /// A stream's data, as its filters left them.
  ///
  /// - Throws: `PDFError` `.damaged` if there is no such stream, or its data cannot be read.
  func streamData(_ id: ObjectID) throws -> [UInt8]
  /// The document's catalog (ISO 32000-2, 7.7.2).
  var catalog: PDFDictionary { get }
}

extension ObjectSource {
  /// Follows references until something else comes; null where they lead in a circle or nowhere.
  func resolve(_ object: PDFObject?) -> PDFObject {
    var object = object ?? .null
    for _ in 0..<16 {
      guard case .reference(let id) = object else { return object }
      object = self.object(id)
    }
    return .null
  }
}

// MARK: - Streams

extension ObjectSource {
  /// A stream's data with its filters undone: see ``decoded(_:limit:excess:losses:)``.
  func decodedStream(_ id: ObjectID, limit: Int) throws -> [UInt8] {
    try decoded(.reference(id), limit: limit)
  }

  /// The streams that are the content of a page (`/Contents`).
  func references(in contents: PDFObject?) -> [ObjectID] {
    var result: [ObjectID] = []
    if let id = contents?.reference { result.append(id) }
    for item in resolve(contents).array ?? [] { if let id = item.reference { result.append(id) } }
    return result
  }

  /// The content of a page: its streams in one (ISO 32000-2, 7.8.2).
  ///
  /// - Throws: `PDFError` `.damaged` as ``decoded(_:limit:excess:losses:)``, with the limit of contents for all of them.
  func content(ofPage page: PDFDictionary) throws -> [UInt8] {
    guard let contents = page["Contents"] else { return [] }
    let streams = resolve(contents).array ?? [contents]
    return try streams.reduce(into: []) { content, stream in
      guard !resolve(stream).isNull else { return }
      content += try decoded(stream, limit: max(0, StreamLimit.content - content.count))
      content.append(10)
    }
  }

  /// The data of a stream, or of the one that a reference leads to, with its filters undone.
  ///
  /// - Parameters:
  ///   - limit: The most bytes that come out; see ``StreamLimit`` for what is usual.
  ///   - excess: What is done when there are more.
  ///   - losses: Whether JPEG is undone too.
  /// - Returns: Of damaged data what stands before the damage.
  /// - Throws: `PDFError` `.damaged` if there is no such stream, it cannot be read, it has a filter that is not known, or its
  ///   data would be larger.
  /// - Complexity: O(bytes in and out); memory O(limit).
  func decoded(
    _ stream: PDFObject, limit: Int, excess: StreamDecoder.Excess = .refused, losses: Bool = false
  ) throws -> [UInt8] {
    var (stream, id) = (stream, ObjectID(number: 0))
    for _ in 0..<16 {
      guard let next = stream.reference else { break }
      (stream, id) = (object(next), next)
    }
    guard case .stream(let dictionary, let body) = stream else {
      throw PDFError.unreadableStream(id, "there is no stream of that number")
    }
    let data = if case .encoded(let data) = body { data } else { try streamData(id) }
    do {
      return try data.withUnsafeBytes {
        try StreamDecoder.decode($0, dictionary, limit: limit, excess: excess, losses: losses, resolve).bytes
      }
    } catch let failure as StreamDecoder.Failure {
      throw PDFError.undecodableStream(id, failure)
    }
  }
}

/// How large the data of streams may become when their filters are undone, in bytes.
enum StreamLimit {
  /// What pages, forms, glyphs and patterns are drawn with.
  static let content = 96 << 20
  /// An appearance, a script, a character map: what is small in any file that somebody wrote.
  static let small = 16 << 20
  /// The samples of a picture.
  static let picture = 256 << 20

  /// A file that is attached, with so many bytes in the document: what compresses so well that it exceeds this is a trap.
  static func attachment(encoded count: Int) -> Int {
    let (many, overflow) = count.multipliedReportingOverflow(by: 64)
    return overflow ? .max : max(128 << 20, many)
  }
}

// MARK: - Values

extension ObjectSource {
  /// The numbers of an array; `nil` if it is no array or something else is in it.
  func numbers(_ object: PDFObject?) -> [Double]? {
    guard let items = resolve(object).array else { return nil }
    let numbers = items.compactMap { resolve($0).number }
    return numbers.count == items.count ? numbers : nil
  }

  /// The names of what is a name, or an array of names; `nil` if it is neither.
  func names(_ object: PDFObject?) -> [PDFName]? {
    let value = resolve(object)
    return value.name.map { [$0] } ?? value.array?.compactMap { resolve($0).name }
  }

  /// A rectangle (ISO 32000-2, 7.9.5); `nil` if it is none, or not usable.
  func rect(_ object: PDFObject?) -> PageRect? {
    guard let numbers = numbers(object), numbers.count == 4 else { return nil }
    let rect = PageRect(
      corner: PagePoint(x: numbers[0], y: numbers[1]), corner: PagePoint(x: numbers[2], y: numbers[3]))
    return rect.isUsable ? rect : nil
  }

  /// The points of an array of coordinates; `nil` if it is none, or one is not usable.
  func points(_ object: PDFObject?) -> [PagePoint]? {
    guard let numbers = numbers(object), numbers.count % 2 == 0 else { return nil }
    let points = stride(from: 0, to: numbers.count, by: 2).map {
      PagePoint(x: numbers[$0], y: numbers[$0 + 1])
    }
    return points.allSatisfy(\.isUsable) ? points : nil
  }

  /// A color: gray, RGB or CMYK, by how many numbers there are.
  func color(_ object: PDFObject?) -> Color? { numbers(object).flatMap { Color(parts: $0) } }

  /// The text of a string (ISO 32000-2, 7.9.2.2); `nil` if it is none.
  func text(_ object: PDFObject?) -> String? { resolve(object).string.map(TextString.decode) }

  /// The moment that a string says (ISO 32000-2, 7.9.4); `nil` if it says none.
  func date(_ object: PDFObject?) -> Date? { resolve(object).string.flatMap(DateString.decode) }
}

// MARK: - Form

extension ObjectSource {
  /// The document's form (`/AcroForm`, ISO 32000-2, 12.7.3).
  var form: PDFDictionary? { resolve(catalog["AcroForm"]).dictionary }

  /// The fields that a widget belongs to, the nearest first (ISO 32000-2, 12.7.4.1). Ends at a field that was there already,
  /// and after 32.
  func fields(above widget: PDFDictionary) -> [(id: ObjectID, dictionary: PDFDictionary)] {
    var result: [(id: ObjectID, dictionary: PDFDictionary)] = []
    var next = widget["Parent"]?.reference
    while let id = next, result.count < 32, !result.contains(where: { $0.id == id }),
      let dictionary = object(id).dictionary
    {
      result.append((id, dictionary))
      next = dictionary["Parent"]?.reference
    }
    return result
  }

  /// The normal appearance of an annotation (ISO 32000-2, table 170): a stream, or the states of a button.
  func normalAppearance(of annotation: PDFDictionary) -> PDFObject {
    resolve(resolve(annotation["AP"]).dictionary?["N"])
  }

  /// The full name of a field or a widget, of those above that ``fields(above:)`` finds (12.7.4.2).
  func fullName(of field: PDFDictionary) -> String {
    let chain = [field] + fields(above: field).map(\.dictionary)
    return chain.reversed().compactMap { text($0["T"]) }.joined(separator: ".")
  }
}

extension ObjectGraph: ObjectSource {
  var catalog: PDFDictionary { resolve(trailer["Root"]).dictionary ?? [:] }
}

extension ObjectChanges: ObjectSource {
  var catalog: PDFDictionary { resolve(graph.trailer["Root"]).dictionary ?? [:] }

  func streamData(_ id: ObjectID) throws -> [UInt8] {
    if case .stream(_, .encoded(let data))? = objects[id] { return data }
    return try graph.streamData(id)
  }
}
