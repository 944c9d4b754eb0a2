import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct PopupCodecTests {
  private let page = PageID(number: 1)

  private func dictionary(_ file: FileStore, _ id: AnnotationID) throws -> PDFDictionary {
    _ = try file.annotations(of: page)
    let origin = try #require(file.caches.annotations[.opened(0)]?.origins[id])
    return try #require(file.graph.resolve(origin.element).dictionary)
  }

  private func reopened(_ store: FileStore, _ edits: [Edit]) throws -> FileStore {
    var state = store.saved
    for edit in edits { try state.apply(edit, in: store) }
    return try FileStore(.data(store.data(of: state)), password: nil, options: OpenOptions())
  }

  @Test func windowAndAnnotationNameEachOther() throws {
    let file = try FileStore(
      .data(PDFBuilder(annotations: ["<</Subtype/Square/Rect[10 10 90 90]/NM(root)>>"]).data()),
      password: nil,
      options: OpenOptions())
    let root = try #require(try file.annotations(of: page).first)
    var window = root.popup(isOpen: true)
    let note = Annotation(.note(at: .zero), id: "note")
    let other = note.popup()
    let result = try reopened(file, [.addAnnotations([other, note, window], page: page)])
    let names = try ["root", "note"].map { try dictionary(result, $0)["Popup"] }
    #expect(try dictionary(result, window.id)["Parent"]?.reference == ObjectID(number: 4))
    #expect(try dictionary(result, window.id)["Open"] == .boolean(true))
    #expect(try dictionary(result, window.id)["AP"] == nil)
    let list = try result.annotations(of: page)
    #expect(list.map(\.id) == ["root", other.id, "note", window.id])
    #expect(list.map(\.relation) == [nil, .popup(of: "note"), nil, .popup(of: "root")])
    #expect(names.allSatisfy { $0 != nil } && names[0] != names[1])
    // Closed, then removed.
    window.content.popup?.isOpen = false
    let closed = try reopened(result, [.replaceAnnotation(window, page: page)])
    #expect(try dictionary(closed, window.id)["Open"] == nil)
    let without = try reopened(closed, [.removeAnnotation(window.id, page: page)])
    #expect(
      try dictionary(without, "root")["Popup"] == nil && dictionary(without, "note")["Popup"] == names[1])
  }

  @Test func windowsThatAreNamedFromOneSideAloneAreKnownAndLeftAlone() throws {
    let builder = PDFBuilder(annotations: [
      "<</Subtype/Square/Rect[10 10 90 90]/NM(a)/Popup 5 0 R>>", "<</Subtype/Popup/Rect[1 1 9 9]/NM(wa)>>",
      "<</Subtype/Square/Rect[10 10 90 90]/NM(b)>>", "<</Subtype/Popup/Rect[1 1 9 9]/NM(wb)/Parent 6 0 R>>",
      "<</Subtype/Popup/Rect[1 1 9 9]/NM(alone)/Parent 8 0 R>>",
    ])
    let file = try FileStore(.data(builder.data()), password: nil, options: OpenOptions())
    let list = try file.annotations(of: page)
    #expect(list.map(\.relation) == [nil, .popup(of: "a"), nil, .popup(of: "b"), nil])
    let result = try reopened(file, [.addAnnotation(Annotation(.note(at: .zero)), page: page)])
    for id in ["a", "wa", "b", "wb", "alone"] as [AnnotationID] {
      #expect(try dictionary(result, id) == dictionary(file, id), "\(id)")
    }
  }
}
