import EditorDriver
import Foundation

/// Measures the speed of the editor in several runs, and prints the medians.
struct Bench {
  private var runs = 5
  private var file: URL?

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--runs" {
        guard let count = rest.popFirst().flatMap({ Int($0) }), (1...100).contains(count) else {
          throw Programs.Failure("Give a number from 1 to 100 after --runs.")
        }
        runs = count
      } else {
        file = URL(fileURLWithPath: argument)
      }
    }
  }

  func run() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let original = folder.appending(path: "original.pdf")
    if let file {
      try FileManager.default.copyItem(at: file, to: original)
    } else {
      try LongDocument().data.write(to: original)
    }
    var rounds: [BenchRound] = []
    for number in 1...runs {
      FileHandle.standardError.write(Data("run \(number) of \(runs)\n".utf8))
      let place = folder.appending(path: "\(number)")
      rounds.append(try BenchRound(of: original, in: place))
    }
    report(rounds)
  }

  private func report(_ rounds: [BenchRound]) {
    let name = file?.lastPathComponent ?? "a document of 1,000 pages"
    print("\n\(name): medians of \(rounds.count) runs, a window of 1280 × 900, painted by cairo\n")
    for row in BenchRound.rows {
      let values = rounds.compactMap { $0.figures[row.name] }.sorted()
      guard !values.isEmpty else { continue }
      let value = String(format: row.format, values[values.count / 2])
      let (least, most) = (
        String(format: row.format, values[0]), String(format: row.format, values[values.count - 1])
      )
      let title = row.name.padding(toLength: 58, withPad: " ", startingAt: 0)
      print("\(title) \(value) \(row.unit)   (\(least) … \(most))")
    }
  }
}
