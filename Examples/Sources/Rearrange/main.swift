import Foundation

guard CommandLine.arguments.count == 3 else {
  print("Usage: Rearrange IN.pdf OUT.pdf")
  exit(2)
}
do {
  let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
  let order = try rearrange(files[0], savingTo: files[1])
  print("The pages are now in this order: \(order.map(String.init).joined(separator: ", "))")
} catch {
  print(error.localizedDescription)
  exit(1)
}
