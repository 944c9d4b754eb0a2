import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

/// Files within files: archives and documents.
@Suite struct AttachedDataTests {
  private let matcher: RedactionMatcher

  init() throws {
    var matcher = RedactionMatcher()
    matcher.add(try SearchNeedle("SECRETNAME", .ignoringCase))
    self.matcher = matcher
  }

  /// "nothing", "match", "redacted", or why it cannot be looked into.
  private func finding(_ bytes: [UInt8], depth: Int = 0) throws -> String {
    switch try AttachedData(matcher: matcher, depth: depth).finding(in: bytes) {
    case .nothing: "nothing"
    case .match: "match"
    case .redacted: "redacted"
    case .unreadable(let why): why
    }
  }

  private func bytes(_ base64: String) throws -> [UInt8] {
    [UInt8](try #require(Data(base64Encoded: base64)))
  }

  /// Archives that Python's zipfile and gzip wrote: an office document whose text is divided, deflated text, an archive in an
  /// archive, one whose directory does not list the member, gzip.
  @Test(arguments: [
    "UEsDBBQAAAAIAAAAIVzJoTUOKAAAAMMAAAARAAAAd29yZC9kb2N1bWVudC54bWyzKbcqsLMptyoCESV2wa7OQa4hNvogNogsQpLzc/R1RZHRh+odYAMAUEsBAhQDFAAAAAgAAAAhXMmhNQ4oAAAAwwAAABEAAAAAAAAAAAAAAIABAAAAAHdvcmQvZG9jdW1lbnQueG1sUEsFBgAAAAABAAEAPwAAAFcAAAAAAA==",
    "UEsDBBQAAAAIAAAAIVwMbjcqLwAAAI8AAAAFAAAAYS50eHQLyVcoz8jPVcgsUchNrFRIzs9LTi3Ks1LIS8xN1UEirWkoEuzqHOQa4ufo66oHAFBLAQIUAxQAAAAIAAAAIVwMbjcqLwAAAI8AAAAFAAAAAAAAAAAAAACAAQAAAABhLnR4dFBLBQYAAAAAAQABADMAAABSAAAAAAA=",
    "UEsDBBQAAAAIAAAAIVxjYzdUbgAAAJsAAAAJAAAAaW5uZXIuemlwC/BmZhFhYGDgAGLFGJ48cy19IKsfiFmBOEmvpKKE+2S4xvkT50NP6ASe8F0T4nHuvLef7qnNQSe8z/hedVRam6kh9OaVzBOpR89fvF7FzhDgzcgkwozbTBhoYGSA2RDgzcoG4jACoTGQDgIrAABQSwECFAMUAAAACAAAACFcY2M3VG4AAACbAAAACQAAAAAAAAAAAAAAgAEAAAAAaW5uZXIuemlwUEsFBgAAAAABAAEANwAAAJUAAAAAAA==",
    "UEsDBBQAAAAIAAAAIVwMbjcqLwAAAI8AAAAFAAAAYS50eHQLyVcoz8jPVcgsUchNrFRIzs9LTi3Ks1LIS8xN1UEirWkoEuzqHOQa4ufo66oHAFBLAwQUAAAACAAAACFcw3dXngoAAAAIAAAABQAAAGIudHh0y0gsys1JLS4GAFBLAQIUAxQAAAAIAAAAIVzDd1eeCgAAAAgAAAAFAAAAAAAAAAAAAACAAVIAAABiLnR4dFBLBQYAAAAAAQABADMAAAB/AAAAAAA=",
    "H4sIAAAAAAACAwvJVyjPyM9VyCxRyE2sVEjOz0tOLcqzUshLzE3VQSKtaSgS7Ooc5Bri5+jrqgcADG43Ko8AAAA=",
  ])
  func archivesAreLookedInto(base64: String) throws {
    #expect(try finding(try bytes(base64)) == "match")
  }

  @Test func whatCannotBeLookedIntoIsTold() throws {
    let encrypted =
      "UEsDBBQAAQAIAAAAIVwMbjcqLwAAAI8AAAAFAAAAYS50eHQLyVcoz8jPVcgsUchNrFRIzs9LTi3Ks1LIS8xN1UEirWkoEuzqHOQa4ufo66oHAFBLAQIUAxQAAQAIAAAAIVwMbjcqLwAAAI8AAAAFAAAAAAAAAAAAAACAAQAAAABhLnR4dFBLBQYAAAAAAQABADMAAABSAAAAAAA="
    #expect(try finding(try bytes(encrypted)) == "an encrypted ZIP archive")
    #expect(try finding([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4]) == "a 7z archive")
    #expect(try finding([0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0, 0]) == "a picture")
    #expect(try finding([0x1F, 0x8B, 8, 0, 1, 2, 3]) == "gzip data that are damaged or too large")
    #expect(try finding(Array("PK".utf8) + [3, 4] + [UInt8](repeating: 0xFF, count: 40)).contains("ZIP"))
    let plain =
      "UEsDBBQAAAAAAAAAIVzQxoI4DwAAAA8AAAAFAAAAYS50eHRub3RoaW5nIG9mIHRoYXRQSwECFAMUAAAAAAAAACFc0MaCOA8AAAAPAAAABQAAAAAAAAAAAAAAgAEAAAAAYS50eHRQSwUGAAAAAAEAAQAzAAAAMgAAAAAA"
    #expect(try finding(try bytes(plain)) == "nothing")
    #expect(try finding(Array("a,b,c\n1,2,3\n".utf8)) == "nothing")
  }

  private func document(_ content: String, title: String = "x", attached: [UInt8]? = nil) -> PDFBuilder {
    var builder = PDFBuilder()
    let names =
      attached == nil ? "" : "/Names<</EmbeddedFiles<</Names[(a)<</Type/Filespec/F(a)/EF<</F 7 0 R>>>>]>>>>"
    builder.add("<</Type/Catalog/Pages 2 0 R\(names)>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>", as: 3)
    builder.addStream("BT /F 12 Tf 20 100 Td (\(content)) Tj ET", as: 4)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>", as: 5)
    builder.add("<</Title(\(title))>>", as: 6)
    if let attached { builder.addStream(bytes: attached, dictionary: "/Type/EmbeddedFile", as: 7) }
    return builder
  }

  @Test func documentsInDocumentsAreRedacted() throws {
    let inner = [UInt8](document("A SECRETNAME here", title: "SECRETNAME").data(info: 6))
    #expect(try finding(inner) == "redacted")
    #expect(try finding(Array("junk\n".utf8) + inner) == "redacted")
    #expect(try finding([UInt8](document("none").data(info: 6))) == "nothing")
    let nested = [UInt8](document("outer", attached: inner).data(info: 6))
    guard case .redacted(let clean) = try AttachedData(matcher: matcher, depth: 0).finding(in: nested) else {
      Issue.record("it is not redacted")
      return
    }
    let objects = try FileStore(.data(Data(clean)), password: nil, options: OpenOptions(access: .memory))
      .graph
    let changes = ObjectChanges(objects, nextNumber: 1)
    let roles = StreamRoles(changes)
    let file = try #require(roles.fileNames.keys.first)
    let left = try changes.decodedStream(file, limit: 1 << 20)
    #expect(
      left.starts(with: Array("%PDF-".utf8)) && !String(decoding: left, as: UTF8.self).contains("SECRET"))
    #expect(try finding(clean) == "nothing")
    #expect(try finding(nested, depth: AttachedData.deepest).contains("too deep"))
  }

  /// What nothing leads to is in the file still.
  @Test func olderRevisionsOfDocumentsGo() throws {
    let first = [UInt8](document("none", title: "SECRETNAME").data(info: 6))
    let text = String(decoding: first, as: UTF8.self)
    let start = try #require(text.split(separator: "\n").last { Int($0) != nil })
    let update =
      "6 0 obj\n<</Title(clean)>>\nendobj\nxref\n6 1\n\(String(repeating: "0", count: 10 - String(first.count).count))\(first.count) 00000 n \n"
      + "trailer\n<</Size 7/Root 1 0 R/Info 6 0 R/Prev \(start)>>\nstartxref\n\(first.count + 33)\n%%EOF\n"
    #expect(try finding(first + Array(update.utf8)) == "redacted")
  }

  /// Parts of messages are sent in other letters.
  @Test func messagesAreReadAsTheirReadersReadThem() throws {
    func message(_ encoding: String, _ body: String) throws -> String {
      try finding(Array("From: a@b.c\r\nContent-Transfer-Encoding: \(encoding)\r\n\r\n\(body)".utf8))
    }
    let base64 = Data("Dear all, the name is SECRETNAME.".utf8).base64EncodedString()
    let other = Data("Dear all, the name is none.".utf8).base64EncodedString()
    #expect(try message("base64", base64) == "match")
    #expect(try message("BASE64", "\(base64.prefix(12))\r\n\(base64.dropFirst(12))\r\n--x--") == "match")
    #expect(try message("base64", other) == "nothing")
    #expect(try message("quoted-printable", "SECRET=\r\nNAME") == "match")
    #expect(try message("quoted-printable", "=53ECRET=4EAME") == "match")
    #expect(try message("quoted-printable", "=53ECRET=4E") == "nothing")
    #expect(try finding(Array("Subject: =?utf-8?Q?SECRET?= =?utf-8?B?TkFNRQ==?=".utf8)) == "match")
    #expect(try finding(Array("=?=?=?x?".utf8)) == "nothing")
    // A file in a part is looked into.
    #expect(
      try message("base64", Data([0x42, 0x5A, 0x68, 0x39] + [UInt8](0..<32)).base64EncodedString())
        == "bzip2 data")
  }

  @Test func richTextsAreReadWithoutTheirFormats() throws {
    func text(_ body: String) throws -> String { try finding(Array("{\\rtf1\\ansi \(body)}".utf8)) }
    #expect(try text("SECRET\\b NAME\\b0") == "match")
    #expect(try text("\\'53ECRET{\\i NAME}") == "match")
    #expect(try text("\\u83?ECRET{\\*\\bkmkstart a}NAME") == "match")
    #expect(try text("{\\*\\note SECRET{\\i NAME}}") == "match")
    #expect(try text("SECRET\\par\\par other") == "nothing")
    #expect(try text("{\\pict 0102}") == "a rich text with pictures or objects")
    for odd in ["\\", "\\'", "\\u", "}}}{", "\\bin99999999999", "\\bin-5 "] { _ = try text(odd) }
  }

  /// What stands beside the members of an archive, or behind compressed data.
  @Test func whatStandsBesideCompressedDataIsReadToo() throws {
    var empty: [UInt8] = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 16) + [10, 0]
    empty += Array("SECRETNAME".utf8)
    #expect(try finding(empty) == "match")
    let gzip = try bytes("H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA==")
    #expect(try finding(gzip) == "nothing")
    #expect(try finding(gzip + Array("SECRETNAME".utf8)) == "match")
  }
}
