import Foundation
import PostilModel
import Testing

@Suite struct FileAttachmentContentTests {
  private let file = AttachedFile(Data(count: 1000), name: "a.bin")
  private let corner = PagePoint(x: 100, y: 200)

  @Test(arguments: FileAttachmentContent.Icon.allCases) func iconsArePathsWithinTheirRectangle(
    icon: FileAttachmentContent.Icon
  ) throws {
    let attachment = Annotation(.fileAttachment(file, at: corner, icon: icon), style: .note)
    #expect(attachment.bounds == PageRect(x: 100, y: 180, width: 20, height: 20))
    let bounds = try #require(attachment.appearance.bounds)
    #expect(attachment.bounds.union(bounds) == attachment.bounds && attachment.flags.rawValue == 28)
    #expect(attachment.content.isPathsOnly && attachment.isHit(at: PagePoint(x: 101, y: 181)))
  }

  @Test func iconsDiffer() {
    let icons = FileAttachmentContent.Icon.allCases.map {
      Annotation(.fileAttachment(file, at: corner, icon: $0)).appearance
    }
    #expect(Set(icons).count == icons.count)
  }

  @Test func theHistoryCountsBytesOnce() {
    let attachment = Annotation(.fileAttachment(file, at: corner), id: "a")
    let page = PageID(number: 1)
    let bare = Edit.addAnnotation(Annotation(.note(at: corner), id: "a"), page: page).byteCount
    #expect(Edit.addAnnotation(attachment, page: page).byteCount == bare + 1000)
    // The document has it as well.
    #expect(Edit.replaceAnnotation(attachment.offset(dx: 1, dy: 1), page: page).byteCount == bare)
    #expect(Edit.removeAnnotation("a", page: page).byteCount < bare)
  }

  @Test func copiesShareTheBytes() {
    let data = Data(repeating: 7, count: 1 << 20)
    let attached = AttachedFile(data, name: "a.bin")
    var other = attached
    other.name = "b.bin"
    #expect(other.contents == attached.contents && other != attached && other.data == data)
    #expect(AttachedFile(data, name: "a.bin") == attached)
    #expect(AttachedFile(Data(repeating: 8, count: 1 << 20), name: "a.bin") != attached)
  }

  @Test(arguments: ["", "a/b", "..\\x", "a\0b"]) func namesThatArePathsAreRefused(name: String) {
    let error = #expect(throws: PDFError.self) {
      try Annotation(.fileAttachment(AttachedFile(Data(), name: name), at: .zero)).validated()
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test func whatIsInADocumentAloneIsNotAdded() throws {
    let stored = AttachedFile(
      .stored(7, byteCount: 3, checksum: Data(count: 16)), name: "a", creationDate: Date())
    let content = FileAttachmentContent(stored, at: .zero)
    #expect(!content.capabilities.contains(.added) && content.capabilities.contains(.restyled))
    #expect(stored.data == nil && stored.byteCount == 3 && stored.checksum?.count == 16)
    var named = content
    named.file.name = "b"
    #expect(named.canReplace(content) && !content.canReplace(FileAttachmentContent(file, at: .zero)))
    #expect(FileAttachmentContent(file, at: .zero).canReplace(content))
    let json = try JSONEncoder().encode(AttachedFile(.stored(7, byteCount: 3, checksum: nil), name: "a"))
    #expect(
      try JSONDecoder().decode(AttachedFile.self, from: json).contents
        == .stored(7, byteCount: 3, checksum: nil))
  }

  @Test func aFileThatIsNotThereIsAnError() {
    let error = #expect(throws: PDFError.self) {
      try AttachedFile(contentsOf: URL(fileURLWithPath: "/nowhere/x"))
    }
    #expect(error?.code == .cannotRead)
  }
}
