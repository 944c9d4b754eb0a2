import Foundation
import PostilModel

/// Looks for matches in files that a document holds, and in files within these.
struct AttachedData {
  /// What was found in a file.
  enum Finding {
    /// Nothing that matches.
    case nothing
    /// Something that matches: the file has to go.
    case match
    /// Something that matched, and the file without it.
    case redacted([UInt8])
    /// Nothing in what can be read, and why there may be more.
    case unreadable(String)
  }

  /// How deep files within files are looked at, PDF documents within PDF documents among them.
  static let deepest = 4
  /// How many bytes the members of archives may have together.
  private static let mostBytes = 256 << 20

  let matcher: RedactionMatcher
  /// How many files this one is in.
  let depth: Int

  /// - Throws: What the check of a document in it throws; `CancellationError`.
  func finding(in bytes: [UInt8]) throws -> Finding {
    guard !bytes.isEmpty else { return .nothing }
    if let start = Self.start(ofDocument: bytes) { return try finding(inDocument: bytes, from: start) }
    if let archive = ZIPArchive(bytes) { return try finding(in: archive, bytes) }
    if bytes.starts(with: [0x1F, 0x8B]) {
      if matcher.hasMatch(inReadingsOf: Array(bytes.prefix(1 << 12))) { return .match }
      let data = bytes.withUnsafeBytes { try? Flate.decompress($0, limit: Self.mostBytes, wrapping: .gzip) }
      guard let data else { return .unreadable("gzip data that are damaged or too large") }
      if matcher.hasMatch(inReadingsOf: Array(bytes[data.end...])) { return .match }
      let finding = try isMatch(inFile: data.bytes)
      if case .nothing = finding, !data.isComplete { return .unreadable("damaged gzip data") }
      return finding
    }
    if matcher.hasMatch(inReadingsOf: bytes) { return .match }
    if let text = RichText(bytes) {
      if text.readings.contains(where: matcher.hasMatch(inReadingsOf:)) { return .match }
      return text.hasData ? .unreadable("a rich text with pictures or objects") : .nothing
    }
    if let message = MailMessage(bytes) { return try finding(in: message) }
    return Self.format(of: bytes).map { .unreadable($0) } ?? .nothing
  }

  /// Of a file in an archive, which goes as a whole.
  private func isMatch(inFile bytes: [UInt8]) throws -> Finding {
    guard depth < Self.deepest else { return .unreadable("files within files, too deep") }
    let finding = try AttachedData(matcher: matcher, depth: depth + 1).finding(in: bytes)
    if case .redacted = finding { return .match }
    return finding
  }

  private func finding(in message: MailMessage) throws -> Finding {
    var result = Finding.nothing
    if message.texts.contains(where: matcher.hasMatch(inReadingsOf:)) { return .match }
    for part in message.parts {
      switch try isMatch(inFile: part) {
      case .nothing: break
      case .unreadable(let what): result = .unreadable(what)
      case .match, .redacted: return .match
      }
    }
    return result
  }

  private func finding(in archive: ZIPArchive, _ bytes: [UInt8]) throws -> Finding {
    var result = Finding.nothing
    var failure: (any Error)?
    let (problem, rest) = archive.forEach(limit: Self.mostBytes) { member in
      do {
        if matcher.hasMatch(inReadingsOf: member.name) {
          result = .match
          return false
        }
        switch try isMatch(inFile: member.data) {
        case .nothing: return true
        case .unreadable(let what):
          // Pictures are in most office documents.
          result = .unreadable(what)
          return true
        case .match, .redacted:
          result = .match
          return false
        }
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    if case .match = result { return result }
    // Comments, and what stands between the members.
    if matcher.hasMatch(inReadingsOf: rest) { return .match }
    switch problem {
    case .encrypted: return .unreadable("an encrypted ZIP archive")
    case .unknownMethod: return .unreadable("a ZIP archive with unknown compression")
    case .damaged:
      return matcher.hasMatch(inReadingsOf: bytes) ? .match : .unreadable("a damaged ZIP archive")
    case .tooLarge: return .unreadable("a ZIP archive that is too large")
    case nil: return result
    }
  }

  // MARK: - Documents

  /// Where a PDF document begins: readers look for it in the first 1024 bytes.
  private static func start(ofDocument bytes: [UInt8]) -> Int? {
    let word = Array("%PDF-".utf8)
    let head = bytes.prefix(1024 + word.count)
    return head.indices.first { head[$0...].starts(with: word) }
  }

  private func finding(inDocument bytes: [UInt8], from start: Int) throws -> Finding {
    guard depth < Self.deepest else { return .unreadable("PDF documents within PDF documents, too deep") }
    if matcher.hasMatch(inReadingsOf: Array(bytes[..<start])) { return .match }
    let data = Data(bytes)
    do {
      let file = try redacted(data)
      guard file.report.hasOnlyHiddenData else { return .redacted([UInt8](file.data)) }
      // These are not in the new file.
      return try hasMatchInOldParts(data) ? .redacted([UInt8](file.data)) : .nothing
    } catch let error as PDFError {
      switch error.code {
      case .passwordRequired, .wrongPassword, .notPermitted: return .unreadable("an encrypted PDF document")
      case .notPDF, .damaged:
        return matcher.hasMatch(inReadingsOf: bytes) ? .match : .unreadable("a damaged PDF document")
      default:
        // Something matches and cannot be removed for certain, or it is not known whether something does.
        return .match
      }
    }
  }

  private var plan: RedactionPlan {
    var plan = RedactionPlan()
    plan.matcher = matcher
    plan.attachmentDepth = depth + 1
    return plan
  }

  private func redacted(_ data: Data) throws -> RedactedFile {
    switch try DocumentRedactor(data, plan).redact() {
    case .redacted(let file): return file
    case .needs: throw PDFError(.unsupported, "An image would have to be painted.")
    }
  }

  /// More states of a file are not read one by one.
  private static let mostRevisions = 16

  /// Whether something matches in what a document holds besides what it is now: what it was before its last saves (7.5.6), and
  /// objects that nothing leads to.
  private func hasMatchInOldParts(_ data: Data) throws -> Bool {
    var ends: [Int] = []
    var place = data.startIndex
    while let mark = data.range(of: Data("%%EOF".utf8), in: place..<data.endIndex) {
      ends.append(mark.upperBound)
      place = mark.upperBound
    }
    // Where there are so many, they go without being read.
    guard ends.count <= Self.mostRevisions else { return true }
    for end in ends.dropLast() {
      guard let file = try? redacted(Data(data[..<end])) else { continue }
      if !file.report.hasOnlyHiddenData { return true }
    }
    return try DocumentRedactor(data, plan).hasMatchInUnusedObjects()
  }

  // MARK: - Formats

  /// What kind of file bytes are if they may hold text that is not read here: packed, encrypted, or in a picture; `nil` for text.
  private static func format(of bytes: [UInt8]) -> String? {
    let formats: [(start: [UInt8], name: String)] = [
      ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7z archive"), (Array("Rar!".utf8), "a RAR archive"),
      (Array("BZh".utf8), "bzip2 data"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz data"),
      ([0x28, 0xB5, 0x2F, 0xFD], "Zstandard data"), (Array("MSCF".utf8), "a CAB archive"),
      ([0xD0, 0xCF, 0x11, 0xE0], "an OLE document"), ([0xFF, 0xD8, 0xFF], "a picture"),
      ([0x89, 0x50, 0x4E, 0x47], "a picture"), (Array("GIF8".utf8), "a picture"),
      ([0x49, 0x49, 0x2A, 0], "a picture"), ([0x4D, 0x4D, 0, 0x2A], "a picture"),
    ]
    if let known = formats.first(where: { bytes.starts(with: $0.start) }) { return known.name }
    let sample = bytes.prefix(1 << 16)
    let isText =
      bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
      || sample.allSatisfy { $0 >= 0x20 || (8...13).contains($0) || $0 == 0x1B }
    if isText { return nil }
    // UTF-16 without a mark has a zero in every other byte.
    let zeros = sample.reduce(0) { $0 + ($1 == 0 ? 1 : 0) }
    return zeros * 3 > sample.count ? nil : "data in a format that is not known"
  }
}
