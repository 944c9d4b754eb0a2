import Foundation
import PackagePlugin

/// Makes the program that draws pages a resource, so that a build puts it beside every program that uses Postil: their
/// Package.swift need not name it.
@main struct EmbedRenderer: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let tool = try context.tool(named: "postil-render")
    let copy = context.pluginWorkDirectoryURL.appending(path: "postil-render")
    return [
      .buildCommand(
        displayName: "Copying postil-render", executable: URL(fileURLWithPath: "/bin/cp"),
        arguments: ["-f", tool.url.path, copy.path], inputFiles: [tool.url], outputFiles: [copy])
    ]
  }
}
