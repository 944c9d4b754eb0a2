import Foundation
import PackagePlugin

/// Makes the programs that draw pages resources, so that a build puts them beside every program that uses Postil: their
/// Package.swift need not name them.
///
/// A tool of a plugin is built for the machine that builds, and a plugin is not told of any other: a program that is built for
/// another machine has to be given a renderer for that one. It says so if it has the wrong one.
@main struct PostilEmbedRenderer: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    try ["postil-render", "postil-render-pdfium"].map { name in
      let tool = try context.tool(named: name)
      let copy = context.pluginWorkDirectoryURL.appending(path: name)
      return .buildCommand(
        displayName: "Copying \(name)", executable: URL(fileURLWithPath: "/bin/cp"),
        arguments: ["-f", tool.url.path, copy.path], inputFiles: [tool.url], outputFiles: [copy])
    }
  }
}
