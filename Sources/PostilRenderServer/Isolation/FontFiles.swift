import CPostilFontconfig
import Glibc

/// What fontconfig reads, by its own word: folders of fonts may be anywhere.
package enum FontFiles {
  /// Files and folders that a process has to be able to read for fontconfig, besides those that it can read already.
  ///
  /// A folder that holds nothing but fonts is opened as a whole, so that fonts may come to it. Of others, which may be the user's
  /// home, only the font files that fontconfig found there are named; so are fonts that are links to somewhere else.
  ///
  /// - Parameter known: Real paths of folders that can be read.
  package static func paths(besides known: [String]) -> [String] {
    var paths = Paths(known)
    var isComplete = true
    withConfiguration { configuration in
      for folder in strings(FcConfigGetFontDirs(configuration)) {
        isComplete = paths.addFolder(ofFonts: folder) && isComplete
      }
      for folder in strings(FcConfigGetCacheDirs(configuration)) { paths.add(folder) }
      for file in strings(FcConfigGetConfigFiles(configuration)) { paths.add(file) }
    }
    guard !isComplete else { return paths.added }
    // Folders that cannot be listed would come out empty at the next look.
    SystemFonts.keep()
    guard let fonts = FcConfigGetFonts(nil, FcSetSystem) else { return paths.added }
    for index in 0..<Int(fonts.pointee.nfont) {
      var file: UnsafeMutablePointer<FcChar8>?
      guard FcPatternGetString(fonts.pointee.fonts[index], FC_FILE, 0, &file) == FcResultMatch, let file
      else { continue }
      paths.add(String(cString: file))
    }
    return paths.added
  }

  /// The folders in which fonts are, with those beneath them.
  package static var folders: [String] {
    var folders: [String] = []
    withConfiguration { folders = strings(FcConfigGetFontDirs($0)) }
    return folders
  }

  /// Calls `body` with the configuration in use; with what would be if there is none yet, since loading all fonts takes longer.
  private static func withConfiguration(_ body: (OpaquePointer?) -> Void) {
    if SystemFonts.areLoaded { return body(nil) }
    guard let configuration = FcInitLoadConfig() else { return }
    defer { FcConfigDestroy(configuration) }
    body(configuration)
  }

  private static func strings(_ list: OpaquePointer?) -> [String] {
    guard let list else { return [] }
    defer { FcStrListDone(list) }
    var strings: [String] = []
    while let next = FcStrListNext(list) { strings.append(String(cString: next)) }
    return strings
  }

  /// The real path of a file or folder; `nil` if there is none.
  package static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Whether a folder is the user's home, or holds it: none that is opened as a whole.
  package static func holdsHome(_ folder: String) -> Bool {
    guard folder != "/", let home = getenv("HOME").flatMap({ realPath(String(cString: $0)) }) else {
      return folder == "/"
    }
    return isBeneath(home, folder)
  }

  private static func isBeneath(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? folder : folder + "/")
  }

  /// Paths that were found, each once and none beneath another.
  private struct Paths {
    private let known: [String]
    var added: [String] = []

    init(_ known: [String]) { self.known = known }

    private func isKnown(_ path: String) -> Bool { (known + added).contains { isBeneath(path, $0) } }

    /// Adds a file, or a folder unless it holds the user's home.
    mutating func add(_ path: String) {
      guard let real = realPath(path), !holdsHome(real), !isKnown(real) else { return }
      added.append(real)
    }

    /// Adds a folder that holds nothing but fonts. Returns whether all fonts beneath it can be read then.
    mutating func addFolder(ofFonts path: String) -> Bool {
      guard let real = realPath(path) else { return true }
      var contents = FolderContents()
      contents.look(into: real)
      if !isKnown(real) {
        guard contents.isOfFonts, !holdsHome(real) else { return false }
        added.append(real)
      }
      return contents.isCounted && contents.links.allSatisfy { realPath($0).map(isKnown) ?? true }
    }
  }
}

/// What lies beneath a folder, as far as it matters to fonts.
private struct FolderContents {
  /// Whether all files are fonts, or what comes with fonts.
  private(set) var isOfFonts = true
  private(set) var links: [String] = []
  /// Whether there are not too many files to look at.
  private(set) var isCounted = true
  private var count = 0
  private static let limit = 20_000
  private static let suffixes: Set<Substring> = [
    "ttf", "ttc", "otf", "otc", "pfa", "pfb", "afm", "pfm", "pcf", "bdf", "cff", "t1", "woff", "woff2",
    "dfont", "enc", "map", "scale", "dir", "alias", "uuid", "md", "txt",
  ]

  mutating func look(into folder: String, depth: Int = 0) {
    guard depth < 32, let entries = opendir(folder) else { return }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let kind = Int(entry.pointee.d_type)
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      guard name != ".", name != ".." else { continue }
      count += 1
      guard count <= Self.limit else {
        (isCounted, isOfFonts) = (false, false)
        return
      }
      switch kind {
      case Int(DT_DIR): look(into: "\(folder)/\(name)", depth: depth + 1)
      case Int(DT_LNK): links.append("\(folder)/\(name)")
      default: if !Self.isFont(name) { isOfFonts = false }
      }
    }
  }

  private static func isFont(_ name: String) -> Bool {
    let parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    guard let last = parts.last else { return false }
    let suffix = ["gz", "bz2"].contains(last) && parts.count > 2 ? parts[parts.count - 2] : last
    return parts.count > 1
      ? suffixes.contains(suffix) : ["README", "COPYING", "LICENSE", "OFL"].contains(name)
  }
}
