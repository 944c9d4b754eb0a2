/// For which names an authority may issue certificates (RFC 5280, 4.2.1.10). GnuTLS looks at domains, mail and network addresses; here
/// are names of directories and URIs. Where a constraint is on names of another kind, a certificate with such a name does not hold.
struct NameConstraints {
  private let permitted: [Name]
  private let excluded: [Name]

  /// A name that a certificate or a constraint has (`GeneralName`).
  private struct Name {
    let kind: UInt8
    let content: [UInt8]

    static let mail: UInt8 = 1
    static let domain: UInt8 = 2
    static let directory: UInt8 = 4
    static let uri: UInt8 = 6
    static let address: UInt8 = 7

    init(_ element: DERReader.Element) {
      (kind, content) = (element.tag & 0x1F, Array(element.content))
    }

    /// The subject of a certificate.
    init(directory name: [UInt8]) { (kind, content) = (Self.directory, name) }
  }

  /// How often names are compared in one chain; what would take more does not hold.
  private static let mostComparisons = 100_000

  /// Whether the names in a chain are those that the authorities above may issue for.
  ///
  /// - Parameter chain: The certificate that is asked about first, the trusted one last.
  static func hold(in chain: [X509Certificate]) -> Bool {
    var left = mostComparisons
    for (index, authority) in chain.enumerated().dropFirst() {
      guard let value = authority.nameConstraints else { continue }
      guard let constraints = try? NameConstraints(value) else { return false }
      for (below, certificate) in chain[..<index].enumerated() {
        // An authority that issues to itself, as for a new key, is not bound by its own, unless it is the one that is asked about.
        if below > 0, certificate.issuer == certificate.subject { continue }
        guard let names = try? names(of: certificate) else { return false }
        left -= names.count * (constraints.permitted.count + constraints.excluded.count)
        guard left >= 0, names.allSatisfy(constraints.allow) else { return false }
      }
    }
    return true
  }

  /// - Throws: ``DERReader/Malformed``, also if a part of a tree of names is meant, which RFC 5280 does not know.
  private init(_ value: [UInt8]) throws {
    func names(_ element: DERReader.Element?) throws -> [Name] {
      guard let element else { return [] }
      var list = DERReader(element.content)
      var result: [Name] = []
      while !list.isAtEnd {
        var tree = try list.enter(DERTag.sequence)
        result.append(Name(try tree.next()))
        guard tree.isAtEnd else { throw DERReader.Malformed() }
      }
      return result
    }
    var outer = DERReader(value)
    var inner = try outer.enter(DERTag.sequence)
    permitted = try names(inner.nextIf(DERTag.context(0)))
    excluded = try names(inner.nextIf(DERTag.context(1)))
    guard inner.isAtEnd else { throw DERReader.Malformed() }
  }

  private static func names(of certificate: X509Certificate) throws -> [Name] {
    var result: [Name] = []
    var subject = DERReader(certificate.subject)
    if try !subject.enter(DERTag.sequence).isAtEnd { result.append(Name(directory: certificate.subject)) }
    guard let value = certificate.alternativeNames else { return result }
    var outer = DERReader(value)
    var list = try outer.enter(DERTag.sequence)
    while !list.isAtEnd { result.append(Name(try list.next())) }
    return result
  }

  private func allow(_ name: Name) -> Bool {
    if [Name.mail, Name.domain, Name.address].contains(name.kind) { return true }
    let (permitted, excluded) = (
      permitted.filter { $0.kind == name.kind }, excluded.filter { $0.kind == name.kind }
    )
    if permitted.isEmpty, excluded.isEmpty { return true }
    switch name.kind {
    case Name.directory:
      guard let parts = try? Self.parts(name) else { return false }
      func isBelow(_ tree: Name) -> Bool? { (try? Self.parts(tree)).map { parts.starts(with: $0) } }
      return excluded.allSatisfy { isBelow($0) == false }
        && (permitted.isEmpty || permitted.contains { isBelow($0) == true })
    case Name.uri:
      guard let host = Self.host(of: name) else { return false }
      return !excluded.contains { Self.is(host, in: $0) }
        && (permitted.isEmpty || permitted.contains { Self.is(host, in: $0) })
    default: return false
    }
  }

  // MARK: - Names of directories

  /// The parts of a name, each with its attributes in a form that can be compared.
  private static func parts(_ name: Name) throws -> [[[UInt8]]] {
    var outer = DERReader(name.content)
    var list = try outer.enter(DERTag.sequence)
    var result: [[[UInt8]]] = []
    while !list.isAtEnd {
      var set = try list.enter(DERTag.set)
      var attributes: [[UInt8]] = []
      while !set.isAtEnd {
        var attribute = try set.enter(DERTag.sequence)
        let type = Array(try attribute.next(DERTag.objectIdentifier).whole)
        attributes.append(type + comparable(try attribute.next()))
      }
      result.append(attributes.sorted { $0.lexicographicallyPrecedes($1) })
    }
    return result
  }

  /// A value; of texts neither case nor kind nor repeated spaces count (RFC 5280, 7.1).
  private static func comparable(_ value: DERReader.Element) -> [UInt8] {
    let text: String
    switch value.tag {
    // UTF8String, NumericString, PrintableString, IA5String, VisibleString.
    case 0x0C, 0x12, 0x13, 0x16, 0x1A: text = String(decoding: value.content, as: UTF8.self)
    // TeletexString, as it is written: Latin-1.
    case 0x14: text = String(String.UnicodeScalarView(value.content.map { Unicode.Scalar($0) }))
    // BMPString.
    case 0x1E:
      let bytes = Array(value.content)
      let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      text = String(decoding: units, as: UTF16.self)
    default: return Array(value.whole)
    }
    return [0x0C] + Array(text.lowercased().split(separator: " ").joined(separator: " ").utf8)
  }

  // MARK: - URIs

  /// The host of a URI; `nil` if it has none with a name: constraints are on names of hosts.
  private static func host(of name: Name) -> String? {
    let uri = String(decoding: name.content, as: UTF8.self)
    guard let scheme = uri.firstRange(of: "://") else { return nil }
    let authority = uri[scheme.upperBound...].prefix { !"/?#".contains($0) }
    let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    let host = place.prefix { $0 != ":" }.lowercased()
    guard host.contains(where: \.isLetter), !host.hasPrefix("[") else { return nil }
    return host
  }

  /// Whether a host is the one of a constraint, or one below it if that begins with a dot.
  private static func `is`(_ host: String, in constraint: Name) -> Bool {
    let wanted = String(decoding: constraint.content, as: UTF8.self).lowercased()
    return wanted.hasPrefix(".") ? host.hasSuffix(wanted) : host == wanted
  }
}
