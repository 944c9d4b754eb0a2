import BenchSupport
import Foundation
import Postil

// Runs one case once, in a process of its own, and prints a line of JSON with what it measured.
let names = Cases.all.keys.sorted().joined(separator: ", ")
let usage = "CASE [FILE] [--OPTION VALUE]…, where CASE is one of \(names)"

PostilRuntime.allow(.all)
await Program.run("postil-bench", usage: usage) {
  let arguments = try Arguments(options: CaseInput.options, flags: CaseInput.flags)
  guard let measure = arguments.rest.first.flatMap({ Cases.all[$0] }) else {
    throw UsageError("there is no such case")
  }
  let file = arguments.rest.dropFirst().first.map { URL(fileURLWithPath: $0) }
  try Program.print(try await measure(CaseInput(file: file, options: arguments)))
}
