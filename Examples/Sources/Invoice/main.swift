import Foundation

guard CommandLine.arguments.count == 2 else {
  print("Usage: Invoice OUT.pdf")
  exit(2)
}
do {
  try Invoice.sample.write(to: URL(fileURLWithPath: CommandLine.arguments[1]))
} catch {
  print(error.localizedDescription)
  exit(1)
}
