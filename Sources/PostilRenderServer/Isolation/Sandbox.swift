import CPostilSandbox
import CPostilSystem
import Glibc
import PostilRenderProtocol

/// What shuts the process in.
enum Sandbox {
  /// Keeps files from this process, and from all that are forked from it. What the system lacks is left out, and told.
  static func closeFiles() -> ProcessIsolation {
    var isolation = ProcessIsolation()
    let paths = readablePaths.map { strdup($0) }
    defer { paths.forEach { free($0) } }
    let version = paths.map { UnsafePointer<CChar>($0) }.withUnsafeBufferPointer {
      postil_restrict_files($0.baseAddress, Int32($0.count))
    }
    isolation.landlock = max(Int(version), 0)
    return isolation
  }

  /// Keeps all system calls from this process, and from all that are forked from it, but those of its role. Returns whether
  /// the system does, and what permits a server's forks.
  static func closeCalls(_ role: postil_role) -> (isClosed: Bool, permits: OwnedDescriptor?) {
    var permits: Int32 = -1
    let isClosed = postil_restrict_calls(role, strictness, &permits) == 0 && strictness != postil_only_log
    return (isClosed, permits >= 0 ? OwnedDescriptor(permits) : nil)
  }

  /// For those who look for a call that a library needs: the kernel's log tells of those that fail. In builds for debugging,
  /// they may be made all the same.
  private static var strictness: postil_strictness {
    guard let value = getenv("POSTIL_RENDER_LOG_CALLS") else { return postil_refuse }
    #if DEBUG
      if strcmp(value, "only") == 0 { return postil_only_log }
    #endif
    return postil_refuse_and_log
  }

  /// Limits memory and files of this process, and of each that is forked from it. Returns whether the system does.
  static func limit(memory: Int) -> Bool {
    postil_grow_stack()
    return postil_restrict_resources(UInt64(max(memory, 0))) == 0
  }

  /// Fonts with what fontconfig knows of them, tables that libraries read, and those of iconv.
  private static var readablePaths: [String] {
    let folders = usualFolders.compactMap(FontFiles.realPath).filter { !FontFiles.holdsHome($0) }
    return folders + FontFiles.paths(besides: folders)
  }

  /// Where that is on most systems. Fonts are often links into other folders of the system's shared data.
  private static var usualFolders: [String] {
    var folders = [
      "/usr/share", "/usr/local/share", "/etc/fonts", "/etc/alternatives", "/etc/X11/fonts",
      "/var/lib/ghostscript",
      "/var/lib/defoma", "/var/lib/texmf", "/var/cache/fontconfig", "/usr/lib/locale", "/run/host/fonts",
    ]
    for machine in ["x86_64", "aarch64"] { folders.append("/usr/lib/\(machine)-linux-gnu/gconv") }
    if let home = environment("HOME") {
      folders += [".fonts", ".local/share/fonts", ".cache/fontconfig", ".config/fontconfig", ".fontconfig"]
        .map { "\(home)/\($0)" }
    }
    if let data = environment("XDG_DATA_HOME") { folders.append("\(data)/fonts") }
    if let cache = environment("XDG_CACHE_HOME") { folders.append("\(cache)/fontconfig") }
    if let settings = environment("XDG_CONFIG_HOME") { folders.append("\(settings)/fontconfig") }
    if let fonts = environment("FONTCONFIG_PATH") { folders.append(fonts) }
    return folders
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
