import Foundation
import Postil

PostilRuntime.allow(.all)
do {
  try await Walkthrough(DemoOptions(Array(CommandLine.arguments.dropFirst()))).run()
} catch let error as UsageError {
  FileHandle.standardError.write(Data("postil-demo: \(error.message)\n\(DemoOptions.usage)\n".utf8))
  exit(2)
} catch {
  FileHandle.standardError.write(Data("postil-demo: \(error)\n".utf8))
  exit(1)
}
