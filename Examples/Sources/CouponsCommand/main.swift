import CommandArguments
import Coupons
import Foundation

do {
  try await CouponsCommand.run(Array(CommandLine.arguments.dropFirst()))
} catch let error as UsageError {
  FileHandle.standardError.write(Data("\(error.message)\n\n\(CouponsCommand.usage)\n".utf8))
  exit(2)
} catch {
  FileHandle.standardError.write(Data("\(error.localizedDescription)\n".utf8))
  exit(1)
}
