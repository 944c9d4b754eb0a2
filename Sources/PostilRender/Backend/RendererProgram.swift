import CPostilSystem
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
  /// - Parameters:
  ///   - option: What the running program set.
  ///   - variables: The environment.
  ///   - folder: The folder of the running program, if the system tells it.
  /// - Throws: ``PDFError`` with code `.rendererNotFound`.
  static func find(
    _ option: URL?, variables: [String: String] = ProcessInfo.processInfo.environment,
    folder: String? = folderOfProgram
  ) throws -> String {
    if let option { return try required(option.path, "PostilRuntime.rendererProgram says that it is") }
    if let path = variables[variable], !path.isEmpty {
      return try required(path, "The environment variable \(variable) says that it is")
    }
    if let folder {
      let places = ["\(resources)/\(name)", name, "../libexec/postil/\(name)", "../lib/postil/\(name)"]
      if let found = places.map({ "\(folder)/\($0)" }).first(where: isProgram) { return found }
    }
    throw PDFError(
      .rendererNotFound,
      """
      Pages are drawn by a program of their own, \(name), which was not found: put it beside the running program (a build \
      puts it into \(resources)), or give its path by PostilRuntime.rendererProgram or the environment variable \
      \(variable).
      """)
  }

  private static func required(_ path: String, _ text: String) throws -> String {
    guard isProgram(path) else {
      throw PDFError(
        .rendererNotFound, "\(text) at \(path), but there is no file that may be executed: correct the path.")
    }
    return path
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }

  static let folderOfProgram: String? = {
    guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
      return nil
    }
    return (path as NSString).deletingLastPathComponent
  }()

  /// What of the environment the program gets: where fonts are, where libraries are, and what the sanitizers want to know. And
  /// that symbols be bound once, not in each process that is forked.
  static var environment: [String] {
    environment(of: ProcessInfo.processInfo.environment) + ["LD_BIND_NOW=1"]
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
