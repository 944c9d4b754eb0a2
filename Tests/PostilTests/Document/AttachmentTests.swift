import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Files at places of pages: written, read back, and kept.
@Suite struct AttachmentTests {
  private let bytes = Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 * $0) })
  private let date = Date(timeIntervalSince1970: 1_700_000_000)

  private func attachment() -> Annotation {
    let file = AttachedFile(
      bytes, name: "größe.bin", description: "Größen", mediaType: "application/x-size", creationDate: date,
      modificationDate: date)
    return Annotation(.fileAttachment(file, at: PagePoint(x: 50, y: 150), icon: .paperclip), id: "file")
  }

  private func reopened(_ document: PDFDocument, _ options: SaveOptions = SaveOptions()) throws -> PDFDocument
  {
    try PDFDocument(data: document.dataRepresentationAndWait(options))
  }

  @Test func aFileComesBackWithAllThatIsKnownOfIt() throws {
    let document = try PDFDocument(data: PageDocument().data)
    try document.add(attachment(), to: document.pageIDs[0])
    #expect(try document.attachedData(of: "file", on: document.pageIDs[0]) == bytes)
    for options in [SaveOptions.incremental(), .rewrite(RewriteOptions())] {
      let back = try reopened(document, options)
      let content = try #require(try back.page(at: 0).annotation(named: "file")?.content.fileAttachment)
      #expect(content.file.name == "größe.bin" && content.file.fileDescription == "Größen")
      #expect(content.file.mediaType == "application/x-size" && content.file.byteCount == 5000)
      #expect(content.file.creationDate == date && content.file.modificationDate == date)
      #expect(content.file.checksum?.count == 16 && content.icon == .paperclip && content.file.data == nil)
      #expect(try back.attachedData(of: "file", on: back.pageIDs[0]) == bytes)
    }
  }

  @Test func theSpecificationIsThatOfTheStandard() throws {
    let folder = try TemporaryFolder()
    let document = try PDFDocument.openAndWait(try folder.file("a.pdf", PageDocument().data))
    try document.add(attachment(), to: document.pageIDs[0])
    try document.saveAndWait()
    let url = try #require(document.url)
    let back = try PDFDocument.openAndWait(url)
    let specification = try #require(try back.rawValue(of: "file", on: back.pageIDs[0])?["FS"])
    #expect(specification["Type"] == .name("Filespec") && specification["UF"]?.text == "größe.bin")
    #expect(specification["F"]?.text == "gr__e.bin" || specification["F"]?.text == "gr____e.bin")
    #expect(specification["EF"]?["F"]?["Type"] == .name("EmbeddedFile"))
    #expect(specification["EF"]?["F"]?["Subtype"] == .name("application/x-size"))
    #expect(try Tool.qpdfCheck(url).status == 0)
  }

  @Test func aFileIsKeptWhenItsAnnotationIsMovedRestyledAndRenamed() throws {
    let folder = try TemporaryFolder()
    let first = try PDFDocument.openAndWait(try folder.file("a.pdf", PageDocument().data))
    try first.add(attachment(), to: first.pageIDs[0])
    try first.saveAndWait()
    let document = try PDFDocument.openAndWait(try #require(first.url))
    let page = document.pageIDs[0]
    try document.update("file", on: page) { annotation in
      annotation = annotation.offset(dx: 5, dy: 5)
      annotation.style.color = .red
      annotation.content.fileAttachment?.icon = .graph
    }
    try document.saveAndWait()
    let fileSize = try Data(contentsOf: #require(document.url)).count
    try document.update("file", on: page) { $0.content.fileAttachment?.file.name = "other.bin" }
    try document.saveAndWait()
    #expect(
      try Data(contentsOf: #require(document.url)).count < fileSize + 2000, "the bytes are not written again")
    let back = try PDFDocument.openAndWait(try #require(document.url))
    let content = try #require(try back.page(at: 0).annotation(named: "file")?.content.fileAttachment)
    #expect(content.file.name == "other.bin" && content.icon == .graph && content.file.byteCount == 5000)
    #expect(try back.attachedData(of: "file", on: back.pageIDs[0]) == bytes)
    #expect(try document.attachedData(of: "file", on: page) == bytes)
    // Other bytes take the place.
    try document.update("file", on: page) {
      $0.content.fileAttachment?.file = AttachedFile(Data("new".utf8), name: "new.txt")
    }
    try document.saveAndWait()
    let last = try PDFDocument.openAndWait(try #require(document.url))
    #expect(try last.attachedData(of: "file", on: last.pageIDs[0]) == Data("new".utf8))
    for _ in 0..<3 { try document.undo() }
    try document.saveAndWait()
    let old = try PDFDocument.openAndWait(try #require(document.url))
    #expect(try old.attachedData(of: "file", on: old.pageIDs[0]) == bytes)
    #expect(try old.page(at: 0).annotation(named: "file")?.content.fileAttachment?.icon == .paperclip)
  }

  @Test func aRemovedFileComesBackAfterARewrite() throws {
    let folder = try TemporaryFolder()
    let first = try PDFDocument(data: PageDocument().data)
    try first.add(attachment(), to: first.pageIDs[0])
    let document = try PDFDocument.openAndWait(try folder.file("a.pdf", first.dataRepresentationAndWait()))
    try document.remove("file", from: document.pageIDs[0])
    try document.saveAndWait(.rewrite(RewriteOptions()))
    try document.undo()
    try document.saveAndWait()
    let back = try PDFDocument.openAndWait(try #require(document.url))
    #expect(try back.attachedData(of: "file", on: back.pageIDs[0]) == bytes)
  }

  static let foreign: [(String, String?, String?)] = [
    ("<</Type/F/F(a.txt)/EF<</F 6 0 R>>>>", "a.txt", "hello"),
    ("<</UF(\\376\\377\\004\\037)/F(x)/EF<</UF 6 0 R>>>>", "П", "hello"),
    ("<</DOS(d.txt)/EF<</DOS 6 0 R>>>>", "d.txt", "hello"),
    ("(only a name.txt)", "only a name.txt", nil), ("<</F(gone.txt)/EF<</F 99 0 R>>>>", "gone.txt", nil),
    ("<</F(loop.txt)/EF<</F 4 0 R>>>>", "loop.txt", nil), ("<<>>", nil, nil), ("5", nil, nil),
  ]

  @Test(arguments: foreign) func filesOfOtherProgramsAreRead(
    specification: String, name: String?, text: String?
  ) throws {
    var builder = PDFBuilder(annotations: [
      "<</Subtype/FileAttachment/Rect[10 10 20 30]/NM(file)/FS 5 0 R/AP<</N 9 0 R>>>>", "null",
    ])
    builder.add("<</Type/Page/Parent 2 0 R/Annots[4 0 R]>>", as: 3)
    builder.add(specification, as: 5)
    builder.addStream("hello", dictionary: "/Params<</Size -5/CheckSum(short)>>", as: 6)
    let document = try PDFDocument(data: builder.data())
    let annotation = try #require(try document.page(at: 0).annotation(named: "file"))
    #expect(annotation.content.fileAttachment?.file.name == name)
    #expect(annotation.content.fileAttachment?.file.byteCount == nil)
    if let text {
      #expect(try document.attachedData(of: "file", on: document.pageIDs[0]) == Data(text.utf8))
    } else {
      let error = #expect(throws: PDFError.self) {
        try document.attachedData(of: "file", on: document.pageIDs[0])
      }
      #expect(error?.code == (name == nil ? .invalidArgument : .unsupported))
    }
    // A change of the author leaves the file alone.
    try document.update("file", on: document.pageIDs[0]) { $0.author = "Ada" }
    let back = try reopened(document)
    let before = try document.rawValue(of: "file", on: document.pageIDs[0])
    #expect(try back.rawValue(of: "file", on: back.pageIDs[0])?["FS"] == before?["FS"])
  }

  @Test func aFileOfADocumentIsNoValueToAddElsewhere() throws {
    let first = try PDFDocument(data: PageDocument(pageCount: 2).data)
    try first.add(attachment(), to: first.pageIDs[0])
    let document = try reopened(first)
    let stored = try #require(try document.page(at: 0).annotation(named: "file"))
    let error = #expect(throws: PDFError.self) {
      try document.add(Annotation.copies(of: [stored]), to: document.pageIDs[1])
    }
    #expect(error?.code == .notEditable)
    // With its bytes it is.
    var copy = Annotation.copies(of: [stored])[0]
    copy.content.fileAttachment?.file = AttachedFile(
      try document.attachedData(of: "file", on: document.pageIDs[0]), name: "copy")
    try document.add(copy, to: document.pageIDs[1])
    let back = try reopened(document)
    #expect(try back.attachedData(of: copy.id, on: back.pageIDs[1]) == bytes)
  }

  @Test func equalFilesAreWrittenOnce() throws {
    let document = try PDFDocument(data: PageDocument().data)
    try document.add(attachment(), to: document.pageIDs[0])
    let one = try document.dataRepresentationAndWait().count
    try document.add(Annotation.copies(of: [attachment()]), to: document.pageIDs[0])
    #expect(try document.dataRepresentationAndWait().count < one + 2000)
  }

  /// Pages name files too (`/AF`, ISO 32000-2, 14.13); what an annotation shows stays.
  @Test(arguments: [false, true]) func aDetachedFileIsGoneWhereverItIsNamed(isShown: Bool) throws {
    var builder = PDFBuilder()
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(a.txt)5 0 R]>>>>/AF[5 0 R]>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/AF[5 0 R]\(isShown ? "/Annots[7 0 R]" : "")>>", as: 3)
    builder.add("<</Type/Filespec/F(a.txt)/EF<</F 6 0 R>>>>", as: 5)
    builder.addStream("SECRETBYTES", dictionary: "/Type/EmbeddedFile", as: 6)
    builder.add("<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS 5 0 R>>", as: 7)
    let document = try PDFDocument(data: builder.data())
    try document.detach("a.txt")
    for options in [SaveOptions.incremental(), .rewrite()] {
      let back = try reopened(document, options)
      let shown = try back.page(at: 0).annotations.first { $0.content.fileAttachment != nil }
      #expect((shown != nil) == isShown)
      if let shown { #expect(try back.attachedData(of: shown.id, on: back.pageIDs[0]).count == 11) }
    }
    let folder = try TemporaryFolder()
    let rewritten = try folder.file("a.pdf", document.dataRepresentationAndWait(.rewrite()))
    let plain = try Tool.run("qpdf", ["--qdf", "--object-streams=disable", rewritten.path, "-"]).output
    #expect(plain.contains("SECRETBYTES") == isShown)
    try document.undo()
    let back = try reopened(document)
    #expect(try back.data(ofAttachment: "a.txt") == Data("SECRETBYTES".utf8))
  }
}
