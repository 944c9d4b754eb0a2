import Foundation

let status = await PostilTool.run(arguments: Array(CommandLine.arguments.dropFirst()))
// Not `exit`: a thread may still be inside libqpdf, whose tables the exit handlers would destroy. All output has been
// written, and the processes that draw pages end with this one.
_exit(status)
