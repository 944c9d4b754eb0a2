import Foundation

guard CommandLine.arguments.count == 3 else {
  print("Usage: CommentSummary IN.pdf OUT.pdf")
  exit(2)
}
do {
  let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
  let count = try appendCommentSummary(files[0], savingTo: files[1])
  print("\(count) comments.")
} catch {
  print(error.localizedDescription)
  exit(1)
}
