import Foundation

let status = await PostilTool.run(arguments: Array(CommandLine.arguments.dropFirst()))
exit(status)
