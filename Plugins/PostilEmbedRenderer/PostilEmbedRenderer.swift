import Foundation
import PackagePlugin

/// Makes the program that draws pages a resource, so that a build puts it beside every program that uses Postil: their
/// Package.swift need not name it.
///
/// A tool of a plugin is built for the machine that builds, and a plugin is not told of any other: a program that is built for
/// another machine has to be given a renderer for that one. It says so if it has the wrong one.
@main struct PostilEmbedRenderer: BuildToolPlugin {
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
