import Foundation

let status = await PostilTool.run(arguments: Array(CommandLine.arguments.dropFirst()))
// Not `exit`: a thread that timed out may still be inside poppler, whose tables the exit handlers would destroy. All
// output has been written.
_exit(status)
