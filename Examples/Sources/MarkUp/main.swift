import Foundation

guard CommandLine.arguments.count == 3 else {
  print("Usage: MarkUp IN.pdf OUT.pdf")
  exit(2)
}
do {
  let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
  let report = try markUp(files[0], savingTo: files[1])
  print("Added \(report.bytesWritten) bytes.")
} catch {
  print(error.localizedDescription)
  exit(1)
}
