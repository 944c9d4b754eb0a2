import CSystem
import Foundation
import PostilModel

/// The program that draws pages, `postil-render`.
package enum RendererProgram {
  package static let name = "postil-render"
  /// The environment variable that says where it is.
  package static let variable = "POSTIL_RENDER"
  /// The resources in which the build of a program that uses Postil puts it, beside that program.
  static let resources = "Postil_PostilRender.resources"

  /// Finds the program: where the option says; where the environment variable does; in the resources beside the running
  /// program, beside it, and in the folder for such programs of the prefix that it is installed in.
  ///
  /// - Throws: ``PDFError`` with code `.rendererNotFound`.
  static func find(_ option: URL?) throws -> String {
    if let option { return try required(option.path, "The options say that it is") }
    if let path = ProcessInfo.processInfo.environment[variable], !path.isEmpty {
      return try required(path, "The environment variable \(variable) says that it is")
    }
    let folders = [folderOfProgram].compactMap { $0 }
    let candidates = folders.flatMap { folder in
      ["\(resources)/\(name)", name, "../libexec/postil/\(name)", "../lib/postil/\(name)"].map {
        "\(folder)/\($0)"
      }
    }
    if let found = candidates.first(where: isProgram) { return found }
    throw PDFError(
      .rendererNotFound,
      """
      Pages are drawn by a program of their own, \(name), which was not found: put it beside the running program (a build \
      puts it into \(resources)), or set \(variable) to its path.
      """)
  }

  private static func required(_ path: String, _ text: String) throws -> String {
    guard isProgram(path) else {
      throw PDFError(
        .rendererNotFound, "\(text) at \(path), but no program \(name) is there: correct the path.")
    }
    return path
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }

  private static let folderOfProgram: String? = {
    guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
      return nil
    }
    return (path as NSString).deletingLastPathComponent
  }()

  /// What of the environment the program gets: where fonts are, where libraries are, and what the sanitizers want to know.
  static var environment: [String] {
    let names = ["HOME", "LANG", "TZ", "LD_LIBRARY_PATH", "POSTIL_RENDER_ERRORS"]
    return ProcessInfo.processInfo.environment.compactMap { name, value in
      let isWanted =
        names.contains(name)
        || ["LC_", "XDG_", "FONTCONFIG_", "FC_", "ASAN_", "TSAN_", "UBSAN_", "LSAN_"].contains {
          name.hasPrefix($0)
        }
      return isWanted ? "\(name)=\(value)" : nil
    }
  }
}
