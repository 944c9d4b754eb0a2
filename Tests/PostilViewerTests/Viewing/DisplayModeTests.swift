import Foundation
@testable import PostilViewer
import Testing

struct DisplayModeTests {
  @Test(arguments: DisplayMode.allCases)
  func isReadAsItWasWritten(_ mode: DisplayMode) throws {
    let data = try JSONEncoder().encode([mode])
    #expect(try JSONDecoder().decode([DisplayMode].self, from: data) == [mode])
  }
}
