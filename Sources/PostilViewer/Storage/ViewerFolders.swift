public import Foundation
import PostilSystem

/// The folders in which a viewer stores settings and state (XDG Base Directory Specification).
public struct ViewerFolders: Sendable, Hashable {
  /// For settings: `$XDG_CONFIG_HOME/postil`, or `~/.config/postil`.
  public var configuration: URL
  /// For reading positions: `$XDG_STATE_HOME/postil`, or `~/.local/state/postil`.
  public var state: URL

  /// Makes a value of two folders, which need not exist.
  public init(configuration: URL, state: URL) {
    self.configuration = configuration
    self.state = state
  }

  /// Finds the folders as the specification says: variables that are empty, or not absolute paths, are ignored.
  ///
  /// - Parameters:
  ///   - environment: The environment variables.
  ///   - home: The home folder.
  public init(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    home: URL = FileManager.default.homeDirectoryForCurrentUser
  ) {
    let folders = UserFolders(environment: environment, home: home)
    configuration = folders.configuration.appending(path: "postil", directoryHint: .isDirectory)
    state = folders.state.appending(path: "postil", directoryHint: .isDirectory)
  }
}
