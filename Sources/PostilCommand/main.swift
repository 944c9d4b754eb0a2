import Foundation

let status = await PostilTool.run(arguments: Array(CommandLine.arguments.dropFirst()))
// Without what `exit` does: a thread that had to be given up may still be inside poppler, whose tables it would
// take down. Everything was written by now.
_exit(status)
