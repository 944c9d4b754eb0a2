import Foundation
import Postil
import PostilTestSupport
import Testing

@Suite struct PostilRuntimeTests {
  /// By default nothing of a document is on disk.
  @Test func previewsAreKeptOnlyWhereAFolderIsGiven() {
    #expect(RenderOptions().previewFolder == nil)
  }
}
