public import Foundation

/// Where a viewer keeps what it remembers (XDG Base Directory Specification).
public struct ViewerFolders: Sendable, Hashable {
  /// For settings: `$XDG_CONFIG_HOME/postil`, or `~/.config/postil`.
  public var configuration: URL
  /// For what was read where: `$XDG_STATE_HOME/postil`, or `~/.local/state/postil`.
  public var state: URL

  /// Takes two folders as they are. They need not exist.
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
    func folder(_ variable: String, else path: String) -> URL {
      let value = environment[variable] ?? ""
      let base =
        value.hasPrefix("/") ? URL(fileURLWithPath: value, isDirectory: true) : home.appending(path: path)
      return base.appending(path: "postil", directoryHint: .isDirectory)
    }
    configuration = folder("XDG_CONFIG_HOME", else: ".config")
    state = folder("XDG_STATE_HOME", else: ".local/state")
  }
}
