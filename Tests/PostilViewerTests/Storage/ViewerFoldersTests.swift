import Foundation
@testable import PostilViewer
import Testing

/// Where things are kept.
struct ViewerFoldersTests {
  private let home = URL(fileURLWithPath: "/home/somebody", isDirectory: true)

  @Test func variablesSayWhere() {
    let folders = ViewerFolders(
      environment: ["XDG_CONFIG_HOME": "/settings", "XDG_STATE_HOME": "/state/here/"], home: home)
    #expect(folders.configuration.path == "/settings/postil")
    #expect(folders.state.path == "/state/here/postil")
  }

  @Test(arguments: [nil, "", "relative/path", "./settings", "~/settings"])
  func variablesThatAreNoAbsolutePathsAreIgnored(value: String?) {
    var environment: [String: String] = [:]
    for name in ["XDG_CONFIG_HOME", "XDG_STATE_HOME"] { environment[name] = value }
    let folders = ViewerFolders(environment: environment, home: home)
    #expect(folders.configuration.path == "/home/somebody/.config/postil")
    #expect(folders.state.path == "/home/somebody/.local/state/postil")
  }

  @Test func storesAreInTheirFolders() {
    let folders = ViewerFolders(environment: [:], home: home)
    #expect(SettingsStore(folders: folders).url.path == "/home/somebody/.config/postil/viewer.json")
    #expect(
      ReadingPositions(folders: folders).url.path == "/home/somebody/.local/state/postil/positions.json")
  }
}
