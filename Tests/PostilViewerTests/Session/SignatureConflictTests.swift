import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Certified documents that are drawn on.
@MainActor @Suite struct SignatureConflictTests {
  /// A document of one page whose certification permits changes of a level.
  private static func certified(_ level: Int) -> Data {
    var builder = PDFBuilder()
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[6 0 R]>>/Perms<</DocMDP 5 0 R>>>>", as: 1)
    builder.add("<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 400 500]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Annots[6 0 R]>>", as: 3)
    builder.add(
      "<</Type/Sig/ByteRange[0 10 20 30]/Reference[<</TransformMethod/DocMDP/TransformParams<</P \(level)>>>>]>>",
      as: 5)
    builder.add(
      "<</Type/Annot/Subtype/Widget/FT/Sig/T(Signature)/V 5 0 R/Rect[0 0 9 9]/F 132/P 3 0 R>>", as: 6)
    return builder.data()
  }

  private func drawnOn(_ level: Int) async throws -> Viewer {
    let viewer = try Viewer(data: Self.certified(level))
    await viewer.open()
    #expect(viewer.session.message == nil)
    viewer.draw(.line, (50, 100), (250, 100))
    await viewer.session.idle()
    return viewer
  }

  @Test(arguments: [1, 2]) func whatCannotBeSavedIsToldAtOnce(level: Int) async throws {
    let viewer = try await drawnOn(level)
    let session = viewer.session
    #expect(session.message?.code == .wouldBreakSignature && session.message?.activity == .editing)
    #expect(session.message?.actions == [.saveUnsigned, .dismiss])
    // Once is enough.
    session.perform(.dismiss)
    viewer.draw(.line, (50, 200), (250, 200))
    await session.idle()
    #expect(session.message == nil)
    session.undo()
    session.undo()
    await session.idle()
    session.redo()
    await session.idle()
    #expect(session.message?.code == .wouldBreakSignature)
    session.undo()
    await session.idle()
    #expect(session.message == nil && !session.status.hasUnsavedChanges)
  }

  @Test func aCopyWithoutSignatureTakesTheChanges() async throws {
    let viewer = try await drawnOn(2)
    let (session, original) = (viewer.session, try Data(contentsOf: viewer.file))
    session.save()
    await session.idle()
    #expect(session.message?.actions == [.saveUnsigned, .breakSignature, .dismiss])
    #expect(!session.perform(.saveUnsigned))
    let copy = viewer.folder.url.appending(path: "copy.pdf")
    session.saveWithoutSignatures(to: copy)
    await session.idle()
    #expect(session.message == nil && session.file == copy && !session.status.hasUnsavedChanges)
    #expect(try Data(contentsOf: viewer.file) == original)
    let saved = try PDFDocument.openAndWait(copy)
    #expect(try saved.page(at: 0).annotations.count == 2 && !saved.isSigned && saved.signatures.isEmpty)
    viewer.draw(.line, (50, 200), (250, 200))
    await session.idle()
    #expect(session.message == nil)
  }

  @Test func whatIsPermittedIsNotTold() async throws {
    let viewer = try await drawnOn(3)
    let session = viewer.session
    #expect(session.message == nil)
    session.save()
    await session.idle()
    #expect(session.message == nil, "\(session.message?.detail ?? "")")
    #expect(!session.status.hasUnsavedChanges && session.file == viewer.file)
  }
}
