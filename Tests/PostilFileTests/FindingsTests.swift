import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

/// Files that once took the program down or made it lie, found by `make fuzz`. Each that is put into the folder
/// Findings is taken through everything.
@Suite(.timeLimit(.minutes(60))) struct FindingsTests {
  private static let files: [String] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "Findings")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".pdf") }.sorted().map { folder.appendingPathComponent($0).path }
  }()

  private static let ways: [SaveOptions] = [.automatic, .rewrite(), .incremental()]

  @Test(arguments: files, ways)
  func itIsReadAndSavedOrRefused(path: String, way: SaveOptions) throws {
    let original = try Data(contentsOf: URL(fileURLWithPath: path))
    do {
      let store = try FileStore(.data(original), password: nil, options: OpenOptions())
      for page in store.saved.pages.prefix(20) {
        _ = try store.annotations(of: store.saved.page(page).source)
      }
      guard let page = store.saved.pages.first else { return }
      var state = store.saved
      let line = Annotation(.line(from: PagePoint(x: 1, y: 1), to: PagePoint(x: 50, y: 50)))
      try state.apply(.addAnnotation(line, page: page), in: store)
      try state.apply(.rotatePages([page], by: .clockwise90), in: store)
      let folder = try TemporaryFolder()
      let url = folder.url.appendingPathComponent("a.pdf")
      let options = way.allowing(breakingSignatures: true)
      let report = try store.save(state, to: url, options: options)
      let saved = try Data(contentsOf: url)
      if report.method == .append { #expect(saved.starts(with: original)) }
      let reopened = try FileStore(.url(url), password: nil, options: OpenOptions())
      #expect(reopened.pageCount == store.pageCount)
      let place = PageID(number: 1)
      #expect(try reopened.annotations(of: place).count == state.annotations(of: page)?.count)
      for (index, other) in state.pages.enumerated() {
        let rotation = try reopened.attributes(of: .opened(index)).rotation
        #expect(try rotation == store.attributes(of: state.page(other)).rotation, "page \(index + 1)")
      }
      let before = try Tool.qpdfCheck(URL(fileURLWithPath: path)).status
      #expect(try Tool.qpdfCheck(url).status <= before)
    } catch let error as PDFError {
      #expect(!error.message.isEmpty)
    }
  }
}
