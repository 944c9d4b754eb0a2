import CommandArguments
import FloorPlan
import Foundation

do {
  try await FloorPlanCommand.run(Array(CommandLine.arguments.dropFirst()))
} catch let error as UsageError {
  FileHandle.standardError.write(Data("\(error.message)\n\n\(FloorPlanCommand.usage)\n".utf8))
  exit(2)
} catch {
  FileHandle.standardError.write(Data("\(error.localizedDescription)\n".utf8))
  exit(1)
}
