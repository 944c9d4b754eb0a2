import Foundation
import Testing

@testable import PostilSystem

struct UserFoldersTests {
  private let home = URL(fileURLWithPath: "/home/reader", isDirectory: true)

  @Test func variablesSayWhere() {
    let folders = UserFolders(
      environment: ["XDG_CACHE_HOME": "/c", "XDG_CONFIG_HOME": "/s", "XDG_STATE_HOME": "/t/u/"], home: home)
    #expect([folders.cache, folders.configuration, folders.state].map(\.path) == ["/c", "/s", "/t/u"])
  }

  @Test(arguments: [nil, "", "relative/path", "~/cache"])
  func variablesThatAreNoAbsolutePathsAreIgnored(value: String?) {
    var environment: [String: String] = [:]
    for name in ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"] { environment[name] = value }
    let folders = UserFolders(environment: environment, home: home)
    #expect(
      [folders.cache, folders.configuration, folders.state].map(\.path) == [
        "/home/reader/.cache", "/home/reader/.config", "/home/reader/.local/state",
      ])
  }
}
