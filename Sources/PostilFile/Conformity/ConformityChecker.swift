import Foundation
import PostilModel

/// Looks for what breaks the standards that a document says it keeps: PDF/A (ISO 19005) and PDF/UA-1 (ISO 14289-1), as far as
/// ``ConformityCheck`` lists it. It tells what is wrong for certain, and is silent where it cannot know.
final class ConformityChecker {
  /// A page that is looked at.
  struct Page {
    let id: PageID?
    let object: ObjectID?
    /// Its entries, with those that it inherits.
    let entries: PDFDictionary
  }

  /// What is known of the file as a whole.
  struct File {
    var trailer: PDFDictionary
    var isEncrypted = false
    /// Whether people with disabilities may have it read to them.
    var permitsAccess = true
    /// Whether objects are, or will be, in streams.
    var hasCrossReferenceStreams = false
    var size = 0
    /// Its first bytes; empty if they will be others.
    var beginning: [UInt8] = []
    /// Whether the word endstream stands at the beginning of a line behind the data of a stream; `nil`: that is not known.
    var endsStreamInLine: (ObjectID) -> Bool? = { _ in nil }
  }

  let objects: any ObjectSource
  let file: File
  let claims: [ConformityClaim]
  /// The objects that are looked at; `nil`: all.
  let scope: Set<ObjectID>?
  let packet: XMPPacket?
  private(set) var findings: [ConformityFinding] = []
  private var counts: [ConformityRule: Int] = [:]
  private var known: Set<ConformityFinding> = []
  private let rules: [ConformityCheck: [ConformityRule]]
  let check: () throws -> Void

  /// What is found of the pages' contents: fonts, forms and others that were looked at.
  var visited: Set<Visit> = []
  struct Visit: Hashable {
    let object: ObjectID
    var isTagged = false
    var spaces: [String] = []
  }

  /// The page that is looked at.
  var page: Page?
  /// What that page uses of transparency, in words, and the forms that are known to use some.
  var transparency: String?
  var transparentForms: Set<ObjectID> = []
  /// The space of colors that the output intent is for: `RGB `, `CMYK` or `GRAY`; `nil` if there is none.
  private(set) lazy var outputSpace = outputSpace(of: objects.catalog)
  private(set) lazy var tree = StructureTree(objects)
  /// What the keys of the parent tree lead to.
  private(set) lazy var owners = NumberTree.values(
    of: objects.resolve(objects.catalog["StructTreeRoot"]).dictionary?["ParentTree"], objects)
  /// Whether the document tells a language for all texts.
  private(set) lazy var hasLanguage = !(objects.text(objects.catalog["Lang"]) ?? "").isEmpty
  /// The identifiers of notes.
  var noteIdentifiers: Set<[UInt8]> = []
  /// Whether an element tells a language.
  var hasElementLanguage = false

  /// What is known of fonts that show text, by their objects.
  var glyphFonts: [ObjectID: ConformityGlyphs] = [:]

  /// See ``associated``.
  var associatedFiles: Set<ObjectID>?

  static let mostFindings = 100

  /// - Parameters:
  ///   - objects: The objects as they are looked at.
  ///   - scope: Those that are looked at; `nil`: all.
  ///   - check: Called now and then; what it throws ends the check.
  init(
    _ objects: any ObjectSource, _ file: File, scope: Set<ObjectID>? = nil,
    check: @escaping () throws -> Void = {}
  ) {
    self.objects = objects
    self.file = file
    self.scope = scope
    self.check = check
    let packet = objects.metadataPacket
    self.packet = packet
    let claims = packet?.claims ?? []
    self.claims = claims
    rules = Dictionary(
      uniqueKeysWithValues: ConformityCheck.allCases.map { check in
        (check, claims.compactMap { check.rule(of: $0) })
      })
  }

  /// The rules that are checked.
  var checked: [ConformityRule] {
    claims.flatMap { claim in
      ConformityCheck.allCases.compactMap { $0.rule(of: claim) }
    }
  }

  var archive: ConformityClaim? { claims.first { $0.standard == .archive } }
  var isUniversal: Bool { claims.contains { $0.standard == .universalAccess && $0.part == 1 } }

  /// Whether one of the claims has a rule for something.
  func applies(_ check: ConformityCheck) -> Bool { !(rules[check] ?? []).isEmpty }

  func isInScope(_ object: ObjectID?) -> Bool {
    guard let scope else { return true }
    return object.map(scope.contains) ?? false
  }

  /// Notes that something breaks the rules of the claims.
  func report(
    _ check: ConformityCheck, _ detail: @autoclosure () -> String, _ object: ObjectID? = nil,
    for standard: ConformityClaim.Standard? = nil
  ) {
    for rule in rules[check] ?? [] where standard == nil || rule.claim.standard == standard {
      guard counts[rule, default: 0] < Self.mostFindings else { continue }
      let finding = ConformityFinding(rule, detail(), page: page?.id, object: object?.number)
      guard known.insert(finding).inserted else { continue }
      counts[rule, default: 0] += 1
      findings.append(finding)
    }
  }

  // MARK: - The way through a document

  /// Looks at the document and at pages of it.
  ///
  /// - Throws: What `check` throws.
  func run(_ pages: [Page]) throws {
    guard !rules.values.allSatisfy(\.isEmpty) else { return }
    checkDocument()
    try checkObjects()
    if isUniversal { try checkStructure() }
    let context = ContentContext(objects, fileSize: file.size)
    var looked: Set<ObjectID> = []
    for page in pages {
      try check()
      (self.page, transparency) = (page, nil)
      defer { self.page = nil }
      checkPage(page)
      try checkContents(of: page, context)
      for annotation in objects.resolve(page.entries["Annots"]).array ?? [] {
        try checkAnnotation(annotation, on: page, context)
        if let id = annotation.reference { looked.insert(id) }
      }
      checkTransparency(of: page)
    }
    // Fields that were filled in, on pages that are not among them.
    for id in (scope ?? []).sorted(by: { $0.number < $1.number }) where !looked.contains(id) {
      guard let entries = objects.object(id).dictionary, entries["Rect"] != nil, entries["Subtype"] != nil,
        entries["Kids"] == nil
      else { continue }
      // What no page shows any more, as fields that were flattened, is no annotation.
      guard let owner = objects.resolve(entries["P"]).dictionary,
        (objects.resolve(owner["Annots"]).array ?? []).contains(.reference(id))
      else { continue }
      try checkAnnotation(
        .reference(id), on: Page(id: nil, object: nil, entries: owner), context)
    }
  }

  // MARK: - Colors

  /// The space that a catalog's or page's output intent for PDF/A is for (ISO 19005-2, 6.2.3).
  func outputSpace(of holder: PDFDictionary) -> String? {
    for intent in objects.resolve(holder["OutputIntents"]).array ?? [] {
      guard let entries = objects.resolve(intent).dictionary,
        objects.resolve(entries["S"]).name == "GTS_PDFA1", let profile = entries["DestOutputProfile"],
        let header = try? objects.decoded(profile, limit: StreamLimit.small), header.count >= 20
      else { continue }
      return String(decoding: header[16..<20], as: UTF8.self)
    }
    return nil
  }
}
