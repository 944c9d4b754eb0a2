package import Foundation

/// The folders of a user in which programs store what is not a document (XDG Base Directory Specification).
package struct UserFolders: Sendable {
  /// `$XDG_CACHE_HOME`, or `~/.cache`.
  package let cache: URL
  /// `$XDG_CONFIG_HOME`, or `~/.config`.
  package let configuration: URL
  /// `$XDG_STATE_HOME`, or `~/.local/state`.
  package let state: URL

  /// Finds the folders as the specification says: variables that are empty, or not absolute paths, are ignored.
  package init(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    home: URL = FileManager.default.homeDirectoryForCurrentUser
  ) {
    func folder(_ variable: String, else path: String) -> URL {
      let value = environment[variable] ?? ""
      return value.hasPrefix("/")
        ? URL(fileURLWithPath: value, isDirectory: true) : home.appending(path: path)
    }
    cache = folder("XDG_CACHE_HOME", else: ".cache")
    configuration = folder("XDG_CONFIG_HOME", else: ".config")
    state = folder("XDG_STATE_HOME", else: ".local/state")
  }
}
