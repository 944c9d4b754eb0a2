import Foundation
import Postil
import PostilTestSupport
import Testing

/// Files that qpdf encrypted in every way that there is: edits are appended, encrypted as the file is.
@Suite struct EncryptedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The revisions of the standard security handler (ISO 32000-2, table 21), as options of qpdf.
  enum Way: String, CaseIterable {
    case revision2 = "40 --"
    case revision3 = "128 --use-aes=n --"
    case revision4RC4 = "128 --use-aes=n --force-V4 --"
    case revision4AES = "128 --use-aes=y --"
    case revision4Cleartext = "128 --use-aes=y --cleartext-metadata --"
    case revision5 = "256 --force-R5 --"
    case revision6 = "256 --"
    case revision6Cleartext = "256 --cleartext-metadata --"

    var arguments: [String] {
      ["--allow-weak-crypto", "--encrypt", "user", "owner"] + rawValue.split(separator: " ").map(String.init)
    }
  }

  private func encrypted(_ way: Way, objectStreams: Bool = false) throws -> (url: URL, data: Data) {
    let plain = try folder.file("plain.pdf", SampleDocument().data)
    let url = folder.url.appending(path: "a.pdf")
    let streams = "--object-streams=\(objectStreams ? "generate" : "disable")"
    let run = try Tool.run("qpdf", way.arguments + [streams, plain.path, url.path])
    try #require(run.status == 0, "\(run.output)")
    return (url, try Data(contentsOf: url))
  }

  private static let secret = "a secret remark"

  private static func note(_ number: Int) -> Annotation {
    Annotation(
      .rectangle(PageRect(x: 50, y: 40 + 30 * Double(number), width: 80, height: 20)),
      style: AnnotationStyle(color: .red, fill: .yellow, opacity: 0.5), contents: "\(secret) \(number)",
      author: "Жанна", id: AnnotationID(rawValue: "own-\(number)"))
  }

  /// What a file has by qpdf, decrypted and in clear.
  private func decrypted(_ url: URL, password: String) throws -> String {
    let clear = folder.url.appending(path: "clear.pdf")
    let run = try Tool.run(
      "qpdf",
      ["--qdf", "--object-streams=disable", "--decrypt", "--password=\(password)", url.path, clear.path])
    try #require(run.status == 0, "\(run.output)")
    return String(decoding: try Data(contentsOf: clear), as: UTF8.self)
  }

  @Test(arguments: Way.allCases, [false, true])
  func editsAreAppended(way: Way, objectStreams: Bool) throws {
    let (url, original) = try encrypted(way, objectStreams: objectStreams)
    var before = original
    // With either password, in a copy and in place; what one save wrote, the next one changes.
    let rounds: [(String, SaveOptions.Safety)] = [
      ("user", .atomicCopy), ("owner", .inPlace), ("user", .inPlace),
    ]
    for (number, (password, safety)) in rounds.enumerated() {
      let document = try PDFDocument.openAndWait(url, password: password)
      let page = document.pageIDs[0]
      try document.add(Self.note(number), to: page)
      try document.update("own-0", on: page) { $0.contents = "\(Self.secret) 0, round \(number)" }
      try document.rotatePages([document.pageIDs[1]], by: .clockwise90)
      #expect(try document.saveAndWait(.incremental(safety: safety)).method == .append)
      // A second save of the same session reads what the first one wrote.
      try document.update(AnnotationID(rawValue: "own-\(number)"), on: page) { $0.style.color = .blue }
      try document.movePages([document.pageIDs[2]], to: 3)
      #expect(try document.saveAndWait(.incremental(safety: safety)).method == .append)
      let saved = try Data(contentsOf: url)
      #expect(saved.starts(with: before))
      #expect(saved.range(of: Data(Self.secret.utf8)) == nil)
      before = saved

      for password in ["user", "owner"] {
        #expect(try Tool.qpdfCheck(url, password: password).status == 0)
        let reopened = try PDFDocument.openAndWait(url, password: password)
        #expect(reopened.isEncrypted && reopened.pageCount == document.pageCount)
        for (index, id) in document.pageIDs.enumerated() {
          let (page, saved) = (try document.page(id), try reopened.page(at: index))
          #expect(page.rotation == saved.rotation && page.label == saved.label)
          #expect(page.annotations.map(\.content.kind) == saved.annotations.map(\.content.kind))
          #expect(page.annotations.map(\.contents) == saved.annotations.map(\.contents))
          #expect(page.annotations.map(\.style) == saved.annotations.map(\.style))
        }
        let clear = try decrypted(url, password: password)
        for own in 0...number { #expect(clear.contains("\(Self.secret) \(own)")) }
        // The paths of an appearance.
        #expect(clear.contains(" re\n") || clear.contains(" l\n"))
      }
      #expect(throws: PDFError.self) { try PDFDocument.openAndWait(url, password: "other") }
    }
  }

  @Test(arguments: [Way.revision3, .revision4AES, .revision6])
  func undoBringsTheFirstStateBack(way: Way) throws {
    let (url, _) = try encrypted(way, objectStreams: true)
    let document = try PDFDocument.openAndWait(url, password: "owner")
    let before = document.pages.map { $0.annotations.map(\.contents) }
    try document.add(Self.note(1), to: document.pageIDs[0])
    try document.remove("note-1", from: document.pageIDs[0])
    try document.movePages([document.pageIDs[3]], to: 0)
    try document.saveAndWait(.incremental())
    while try document.undo() {}
    try document.saveAndWait(.incremental())
    let reopened = try PDFDocument.openAndWait(url, password: "user")
    #expect(reopened.pages.map { $0.annotations.map(\.contents) } == before)
    #expect(try Tool.qpdfCheck(url, password: "user").status == 0)
  }

  /// Texts and pictures of annotations are streams and fonts of their own.
  @Test(arguments: [Way.revision3, .revision4AES, .revision6]) func textIsFoundByOthers(way: Way) throws {
    let (url, original) = try encrypted(way)
    let document = try PDFDocument.openAndWait(url, password: "user")
    let text = Annotation(
      .freeText("Verborgen", in: PageRect(x: 50, y: 300, width: 120, height: 30)),
      style: AnnotationStyle(lineWidth: 0))
    try document.add(text, to: document.pageIDs[0])
    try document.saveAndWait(.incremental())
    #expect(try Data(contentsOf: url).starts(with: original))
    let found = try Tool.run("pdftotext", ["-upw", "user", "-f", "1", "-l", "1", url.path, "-"])
    #expect(found.status == 0 && found.output.contains("Verborgen"))
  }

  /// A rewrite after updates has what they wrote, decrypted and encrypted again.
  @Test(arguments: [Way.revision2, .revision4AES, .revision6]) func aRewriteTakesUpdatesIn(way: Way) throws {
    let (url, _) = try encrypted(way, objectStreams: true)
    let document = try PDFDocument.openAndWait(url, password: "owner")
    try document.add(Self.note(1), to: document.pageIDs[0])
    try document.saveAndWait(.incremental())
    try document.add(Self.note(2), to: document.pageIDs[0])
    #expect(try document.saveAndWait(.rewrite()).method == .rewrite)
    // And what is appended to that has its keys.
    try document.add(Self.note(3), to: document.pageIDs[1])
    #expect(try document.saveAndWait(.incremental()).method == .append)
    let reopened = try PDFDocument.openAndWait(url, password: "user")
    #expect(reopened.isEncrypted && reopened.revisionCount == 2)
    let contents = try reopened.page(at: 0).annotations.suffix(2).map(\.contents)
    #expect(contents == ["\(Self.secret) 1", "\(Self.secret) 2"])
    #expect(try reopened.page(at: 1).annotations.last?.contents == "\(Self.secret) 3")
    #expect(try Tool.qpdfCheck(url, password: "user").status == 0)
  }

  @Test func informationIsEncrypted() throws {
    let (url, original) = try encrypted(.revision6)
    let document = try PDFDocument.openAndWait(url, password: "owner")
    var information = document.information
    information.title = "a secret title"
    try document.apply([.setInformation(information)], named: "Title")
    try document.saveAndWait(.incremental())
    let saved = try Data(contentsOf: url)
    #expect(saved.starts(with: original) && saved.range(of: Data("secret title".utf8)) == nil)
    #expect(try PDFDocument.openAndWait(url, password: "user").information.title == "a secret title")
  }

  /// Others wrote the password prepared by SASLprep, or as it was typed (ISO 32000-2, 7.6.4.3.3).
  @Test(
    arguments: ["\u{FB01}x\u{AD}\u{A0}e\u{301}", "fix \u{E9}"],
    ["\u{FB01}x\u{AD}\u{A0}e\u{301}", "fix \u{E9}"])
  func aPasswordOpensHoweverItIsTyped(written: String, typed: String) async throws {
    let document = try PDFDocument(data: SampleDocument().data)
    let url = folder.url.appending(path: "b.pdf")
    try document.saveAndWait(to: url, .encrypted(userPassword: written, ownerPassword: "own"))
    let opened = try PDFDocument.openAndWait(url, password: typed)
    let renderer = PageRenderer(opened, options: .forTests)
    #expect(try await renderer.image(of: opened.pageIDs[0], scale: 1).width > 0)
    try opened.add(Self.note(1), to: opened.pageIDs[0])
    #expect(try opened.saveAndWait().method == .append)
    // qpdf prepares nothing.
    #expect(try decrypted(url, password: "fix \u{E9}").contains(Self.secret))
  }

  @Test func aPasswordThatWasNotPreparedOpens() throws {
    let plain = try folder.file("plain.pdf", SampleDocument().data)
    let url = folder.url.appending(path: "b.pdf")
    let run = try Tool.run("qpdf", ["--encrypt", "\u{FB01}x", "own", "256", "--", plain.path, url.path])
    try #require(run.status == 0, "\(run.output)")
    #expect(try PDFDocument.openAndWait(url, password: "\u{FB01}x").pageCount > 0)
    #expect(throws: PDFError.self) { try PDFDocument.openAndWait(url, password: "fix") }
  }

  @Test func withoutAnOwnersPasswordTheUsersOpensAlone() throws {
    let document = try PDFDocument(data: SampleDocument().data)
    let url = folder.url.appending(path: "user.pdf")
    let encryption = RewriteOptions.Encryption.aes256(userPassword: "user", ownerPassword: "")
    try document.saveAndWait(to: url, .rewrite(RewriteOptions(encryption: encryption)))
    for password in [nil, ""] {
      #expect(throws: PDFError.self) { try PDFDocument.openAndWait(url, password: password) }
    }
    #expect(try PDFDocument.openAndWait(url, password: "user").pageCount == document.pageCount)
    #expect(try Tool.run("qpdf", ["--password=", "--check", url.path]).status != 0)
    #expect(try Tool.run("qpdf", ["--password=user", "--check", url.path]).status == 0)
  }

  @Test(arguments: Way.allCases)
  func aPartIsEncryptedAsTheWhole(way: Way) throws {
    let (url, _) = try encrypted(way)
    let document = try PDFDocument.openAndWait(url, password: "user")
    let encryption = try #require(document.encryption)
    let part = try document.extractPagesAndWait([document.pageIDs[0]])
    try part.add(Self.note(1), to: part.pageIDs[0])
    let target = folder.url.appending(path: "part.pdf")
    let options = RewriteOptions(encryption: .same(as: encryption), objectStreams: true)
    #expect(try part.saveAndWait(to: target, .rewrite(options)).warnings.isEmpty)
    #expect(throws: PDFError.self) { try PDFDocument.openAndWait(target) }
    let (user, owner) = (
      try PDFDocument.openAndWait(target, password: "user"),
      try PDFDocument.openAndWait(target, password: "owner")
    )
    #expect(!user.isOpenedByOwner && owner.isOpenedByOwner && user.permissions == document.permissions)
    #expect(try user.page(at: 0).annotations.last?.contents == "\(Self.secret) 1")
    #expect(try Data(contentsOf: target).range(of: Data(Self.secret.utf8)) == nil)
    #expect(try Tool.run("qpdf", ["--password=user", "--check", target.path]).status == 0)
    // The document that was saved goes on: what is appended is encrypted, too.
    try part.add(Self.note(2), to: part.pageIDs[0])
    try part.saveAndWait(.incremental())
    #expect(
      try PDFDocument.openAndWait(target, password: "owner").page(at: 0).annotations.last?.id == "own-2")
    #expect("\(encryption)".contains("encrypted") && !"\(encryption)".contains("user"))
  }

  @Test func encryptionThatIsLostIsTold() throws {
    let (url, _) = try encrypted(.revision6)
    let document = try PDFDocument.openAndWait(url, password: "user")
    let plain = try PDFDocument(data: PageDocument().data)
    #expect(plain.encryption == nil)
    try plain.insertPagesAndWait(of: document, [document.pageIDs[0]], at: 0)
    let target = folder.url.appending(path: "plain2.pdf")
    let lost = ["pages come from an encrypted document, and this file is not encrypted"]
    #expect(try plain.writeAndWait(to: target).warnings == lost)
    #expect(try plain.writeAndWait(to: target, .rewrite()).warnings == lost)
    #expect(try plain.saveAndWait(to: target).warnings == lost)
    // Told once, and not to who wants it so.
    try plain.rotatePages([plain.pageIDs[0]], by: .clockwise90)
    #expect(try plain.saveAndWait().warnings.isEmpty)
    let part = try document.extractPagesAndWait([document.pageIDs[0]])
    #expect(
      try part.saveAndWait(to: target, .rewrite(RewriteOptions(encryption: .remove))).warnings.isEmpty)
    let other = try PDFDocument.openAndWait(url, password: "owner")
    try other.insertPagesAndWait(of: plain, at: 0)
    #expect(try other.saveAndWait(to: folder.url.appending(path: "b.pdf")).warnings.isEmpty)
  }
}
