import Foundation
import Postil
import PostilTestSupport
import Testing

/// What is tried before the documentation is read.
@Suite struct OtherNamesTests {
  @Test func pagesHaveNumbersAndSizes() throws {
    let document = try PDFDocument()
    try document.insertBlankPage(size: .a4)
    try document.insertBlankPage(size: PageSize(width: 300, height: 200))
    try document.insertBlankPage(width: 100, height: 50, at: 0)
    #expect(document.pages.map(\.number) == [1, 2, 3])
    #expect(document.pages.map(\.width) == [100, PageSize.a4.width, 300])
    #expect(document.pages[2].size == PageSize(width: 300, height: 200))
  }

  @Test func colorsAndRectangles() {
    #expect(Color(hex: 0xFF8000).hex == "FF8000" && Color(white: 2).hex == "FFFFFF")
    #expect(Color.darkGray.hex == "555555" && Color.lightGray.hex == "AAAAAA")
    let rect = PageRect(x: 10, y: 20, width: 100, height: 40)
    #expect(rect.midX == 60 && rect.midY == 40)
    #expect(rect.insetBy(dx: 10, dy: 5) == PageRect(x: 20, y: 25, width: 80, height: 30))
    #expect(rect.insetBy(dx: 1000, dy: -5) == PageRect(x: 60, y: 15, width: 0, height: 50))
    let view = ViewRect(x: 1, y: 2, width: 10, height: 20)
    #expect(view.maxX == 11 && view.maxY == 22 && view.center == ViewPoint(x: 6, y: 12))
    #expect(
      view.union(ViewRect(x: -1, y: 5, width: 2, height: 40)) == ViewRect(x: -1, y: 2, width: 12, height: 43))
  }

  @Test func commentsAreToldFromWhatBelongsToThePage() {
    let note = Annotation(.note(at: PagePoint(x: 1, y: 1)))
    let link = Annotation(.link(PageRect(x: 0, y: 0, width: 9, height: 9), to: .uri("http://example.org")))
    #expect(note.isMarkup && !link.isMarkup)
  }

  @Test func errorsNameTheFileAsTheProgramDid() {
    let error = PDFError(.noFile, "It is gone.", url: URL(fileURLWithPath: "letters/a b.pdf"))
    #expect("\(error)" == "letters/a b.pdf: It is gone.")
  }

  @Test func permissionsAreWords() {
    #expect("\(PDFPermissions.all)" == "everything" && "\(PDFPermissions())" == "nothing")
    #expect("\([.printing, .copying] as PDFPermissions)" == "printing, copying")
  }
}
