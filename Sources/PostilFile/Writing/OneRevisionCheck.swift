import PostilModel

/// Proves that a file holds one revision and nothing else: each byte belongs to the header, to an object that the trailer leads to,
/// or to the cross-reference section.
struct OneRevisionCheck {
  private let bytes: UnsafeRawBufferPointer
  private let chain: XrefChain
  private let graph: ObjectGraph
  private var accounting: ByteAccounting

  /// A comment in a file that is written anew is not longer: the header's two lines, and `%%EOF`.
  private static let longestComment = 16

  /// - Parameter password: What opens the file.
  /// - Throws: ``PDFError`` with code `.cannotWrite` if there is something else in it.
  static func check(_ bytes: FileBytes, password: String?) throws {
    do {
      let chain = try XrefChain(bytes.pointer)
      let reader = try ObjectReader(bytes, password: password, chain: chain)
      var check = OneRevisionCheck(bytes: bytes.pointer, chain: chain, graph: ObjectGraph(reader))
      try check.run()
      try reader.requireReadable()
    } catch let error as ByteAccounting.Leftover {
      throw failure(error.description)
    } catch let error as XrefChain.Unusable {
      throw failure(error.reason)
    } catch is XrefSection.Malformed {
      throw failure("its cross-reference section cannot be read")
    }
  }

  private static func failure(_ reason: String) -> PDFError {
    PDFError(
      .cannotWrite,
      "It could not be shown that nothing of older revisions is left: nothing was written. Repair the file with 'qpdf IN OUT' first.",
      underlying: reason)
  }

  private typealias Leftover = ByteAccounting.Leftover

  private init(bytes: UnsafeRawBufferPointer, chain: XrefChain, graph: ObjectGraph) {
    self.bytes = bytes
    self.chain = chain
    self.graph = graph
    accounting = ByteAccounting(bytes, headerOffset: chain.headerOffset)
  }

  private mutating func run() throws {
    guard chain.revisions == 1 else { throw Leftover(description: "it has \(chain.revisions) revisions") }
    let index = try XrefIndex(chain, bytes, allowsEncryption: true)
    var helpers: Set<Int> = []
    var objects: Set<Int> = []
    try index.forEach { number, entry in
      switch entry {
      case .free: break
      case .offset(let offset, _):
        if try markObject(number, at: offset) { helpers.insert(number) } else { objects.insert(number) }
      case .member(of: let stream, index: _):
        objects.insert(number)
        helpers.insert(stream)
      }
    }
    for section in chain.sections ?? [] {
      guard section.hidden == nil else {
        throw Leftover(description: "it has a cross-reference table of an unusual form")
      }
      try accounting.addSection(section)
    }
    try requireReferences(to: objects.subtracting(helpers))
    try accounting.requireNothingElse(in: 0..<bytes.count, longestComment: Self.longestComment)
  }

  /// Accounts for an object that stands by itself. Returns whether readers find it without a reference: a cross-reference stream,
  /// the linearization dictionary or its hints.
  private mutating func markObject(_ number: Int, at offset: Int) throws -> Bool {
    let object = try accounting.addObject(number, at: offset) { graph.resolve($0).integer }
    guard let dictionary = object.dictionary else { return false }
    if dictionary["Type"]?.name == "XRef" || dictionary["Linearized"] != nil { return true }
    return dictionary["S"]?.integer != nil && dictionary["Type"] == nil && isHint(offset)
  }

  /// Whether the hint table of a linearized file is there (ISO 32000-2, F.3.4).
  private func isHint(_ offset: Int) -> Bool {
    var parser = PDFParser(bytes, at: chain.headerOffset)
    guard parser.objectHeader() != nil, let dictionary = parser.object()?.dictionary,
      dictionary["Linearized"] != nil, let places = dictionary["H"]?.array
    else { return false }
    return stride(from: 0, to: places.count, by: 2).contains { places[$0].integer == offset }
  }

  private func requireReferences(to objects: Set<Int>) throws {
    var walk = ObjectWalk(graph, trailer: graph.trailer)
    var left = objects
    while let id = walk.next() { left.remove(id.number) }
    if let number = left.min() {
      throw Leftover(description: "nothing refers to object \(number), and \(left.count - 1) more")
    }
  }
}
