import Foundation

guard CommandLine.arguments.count == 4, let count = Int(CommandLine.arguments[3]), (1...5).contains(count)
else {
  print("Usage: CustomTool IN.pdf OUT.pdf STARS (1 to 5)")
  exit(2)
}
do {
  let files = CommandLine.arguments.dropFirst().prefix(2).map { URL(fileURLWithPath: $0) }
  try drawStars(count, on: files[0], savingTo: files[1])
} catch {
  print(error.localizedDescription)
  exit(1)
}
