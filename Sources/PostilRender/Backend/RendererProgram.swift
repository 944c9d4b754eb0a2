import CPostilSystem
package import Foundation
import PostilModel

/// A program that draws pages, as it was found.
package struct RendererProgram: Sendable, Hashable {
  /// Where it is.
  package let path: String
  /// The library that it is to load; `nil` if it has one.
  package let library: String?

  init(path: String, library: String? = nil) {
    self.path = path
    self.library = library
  }

  /// The resources in which the build of a program that uses Postil puts the programs, beside that program.
  static let resources = "Postil_PostilRender.resources"

  /// Finds the program of a renderer: where the option says; where the environment variable does; in the resources beside the
  /// running program, beside it, and in the folder for such programs of the prefix that it is installed in. And PDFium's library:
  /// where the option says; where the environment variable does; beside the program that loads it, and beside the running one.
  ///
  /// - Parameters:
  ///   - option: What the running program set.
  ///   - library: What it set of PDFium's library.
  ///   - variables: The environment.
  ///   - folder: The folder of the running program, if the system tells it.
  /// - Throws: ``PDFError`` with code `.rendererNotFound`.
  package static func find(
    _ renderer: Renderer, _ option: URL? = nil, library: URL? = nil,
    variables: [String: String] = ProcessInfo.processInfo.environment, folder: String? = folderOfProgram
  ) throws -> RendererProgram {
    let path = try findProgram(renderer.names, option, variables, folder)
    guard let names = renderer.libraryNames else { return RendererProgram(path: path, library: nil) }
    let own = (path as NSString).deletingLastPathComponent
    let folders = [own, folder].compactMap(\.self)
    return RendererProgram(path: path, library: try findLibrary(names, library, variables, folders))
  }

  private static func findProgram(
    _ names: RendererNames, _ option: URL?, _ variables: [String: String], _ folder: String?
  ) throws -> String {
    if let path = names.given(option, variables) {
      guard isProgram(path.place) else {
        throw PDFError(
          .rendererNotFound,
          "\(path.source) at \(path.place), but there is no file that may be executed: correct the path.")
      }
      return path.place
    }
    if let folder {
      let places = [
        "\(resources)/\(names.file)", names.file, "../libexec/postil/\(names.file)",
        "../lib/postil/\(names.file)",
      ]
      if let found = places.map({ "\(folder)/\($0)" }).first(where: isProgram) { return found }
    }
    throw PDFError(
      .rendererNotFound,
      """
      Pages are drawn by a program of their own, \(names.file), which was not found: put it beside the running program (a \
      build puts it into \(resources)), or give its path by \(names.option) or the environment variable \(names.variable).
      """)
  }

  private static func findLibrary(
    _ names: RendererNames, _ option: URL?, _ variables: [String: String], _ folders: [String]
  ) throws -> String {
    if let path = names.given(option, variables) {
      guard isFile(path.place) else {
        throw PDFError(
          .rendererNotFound, "\(path.source) at \(path.place), but there is no file: correct the path.")
      }
      return path.place
    }
    if let found = folders.map({ "\($0)/\(names.file)" }).first(where: isFile) { return found }
    throw PDFError(
      .rendererNotFound,
      """
      Pages are to be drawn by PDFium, whose library, \(names.file), was not found: put it beside postil-render-pdfium or \
      the running program, or give its path by \(names.option) or the environment variable \(names.variable). "make pdfium" in \
      Postil's own folder gets one; it is also in the wheels of pypdfium2.
      """)
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, R_OK) == 0
  }

  private static func isProgram(_ path: String) -> Bool { isFile(path) && access(path, X_OK) == 0 }

  package static let folderOfProgram: String? = {
    guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
      return nil
    }
    return (path as NSString).deletingLastPathComponent
  }()

  /// What of the environment the program gets: where fonts are, where libraries are, and what the sanitizers want to know. And
  /// that symbols be bound once, not in each process that is forked.
  var environment: [String] {
    Self.environment(of: ProcessInfo.processInfo.environment) + ["LD_BIND_NOW=1"]
      + (library.map { ["\(RendererNames.pdfiumLibrary.variable)=\($0)"] } ?? [])
  }

  static func environment(of variables: [String: String]) -> [String] {
    let names = [
      "HOME", "LANG", "TZ", "LD_LIBRARY_PATH", "POSTIL_RENDER_ERRORS", "POSTIL_RENDER_LOG_CALLS",
      "POSTIL_RENDER_REMEDIES",
    ]
    return variables.compactMap { name, value in
      let isWanted =
        names.contains(name)
        || ["LC_", "XDG_", "FONTCONFIG_", "FC_", "ASAN_", "TSAN_", "UBSAN_", "LSAN_"].contains {
          name.hasPrefix($0)
        }
      return isWanted ? "\(name)=\(value)" : nil
    }
  }
}

/// What a file that drawing needs is called, and who says where it is.
private struct RendererNames {
  let file: String
  /// The environment variable.
  let variable: String
  /// The setting of the running program.
  let option: String

  static let poppler = RendererNames(
    file: "postil-render", variable: "POSTIL_RENDER", option: "PostilRuntime.rendererProgram")
  static let pdfium = RendererNames(
    file: "postil-render-pdfium", variable: "POSTIL_RENDER_PDFIUM", option: "PostilRuntime.pdfiumProgram")
  static let pdfiumLibrary = RendererNames(
    file: "libpdfium.so", variable: "POSTIL_PDFIUM", option: "PostilRuntime.pdfiumLibrary")

  /// Where somebody says that it is, and who.
  func given(_ option: URL?, _ variables: [String: String]) -> (place: String, source: String)? {
    if let option { return (option.path, "\(self.option) says that it is") }
    guard let path = variables[variable], !path.isEmpty else { return nil }
    return (path, "The environment variable \(variable) says that it is")
  }
}

extension Renderer {
  fileprivate var names: RendererNames {
    switch self {
    case .poppler, .splash: .poppler
    case .pdfium: .pdfium
    }
  }

  fileprivate var libraryNames: RendererNames? {
    switch self {
    case .poppler, .splash: nil
    case .pdfium: .pdfiumLibrary
    }
  }
}
