import Foundation
import PostilSystem

// Names of files need not be UTF-8, which `arguments` makes of them.
let arguments = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
  CommandLine.unsafeArgv[index].map { SystemPath.text(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
}
let status = await PostilTool.run(arguments: arguments)
// Not `exit`: a thread may still be inside libqpdf, whose tables the exit handlers would destroy. All output has been
// written, and the processes that draw pages end with this one.
_exit(status)
