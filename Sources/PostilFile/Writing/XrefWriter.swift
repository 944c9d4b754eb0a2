/// Writes a cross-reference section, a table or a stream, with the trailer and where it begins (ISO 32000-2, 7.5.4, 7.5.5 and
/// 7.5.8).
struct XrefWriter {
  typealias Entry = XrefSection.Entry

  private var entries: [Int: Entry] = [:]

  /// What is listed under a number.
  subscript(number: Int) -> Entry? {
    get { entries[number] }
    set { entries[number] = newValue }
  }

  /// One more than the highest number that is listed.
  var end: Int { (entries.keys.max() ?? -1) + 1 }

  /// Lists all numbers that are not, from 0 on, as free.
  mutating func addFreeNumbers() {
    for number in 0..<end where entries[number] == nil { entries[number] = .free }
  }

  /// Runs of consecutive numbers.
  private var runs: [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    for number in entries.keys.sorted() {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs
  }

  /// The generation with which free numbers are used next; number 0 never is.
  private static func freeGeneration(_ number: Int) -> Int { number == 0 ? 0xFFFF : 0 }

  // MARK: - Tables

  /// - Parameters:
  ///   - trailer: The trailer, without `/Size`.
  ///   - size: One more than the highest number of an object of the file.
  ///   - start: Where it begins, as the file counts.
  func writeTable(_ trailer: PDFDictionary, size: Int, at start: Int, to output: inout PDFSerializer) {
    output.write("xref\n")
    // A table has a subsection, though it be an empty one.
    if entries.isEmpty { output.write("0 0\n") }
    for run in runs {
      output.write("\(run.lowerBound) \(run.count)\n")
      for number in run {
        switch entries[number] {
        case .offset(let offset, let generation)?:
          output.write("\(offset.padded(to: 10)) \(generation.padded(to: 5)) n\r\n")
        // Members of object streams are in no table.
        case .free?, .member?, nil:
          output.write("\(0.padded(to: 10)) \(Self.freeGeneration(number).padded(to: 5)) f\r\n")
        }
      }
    }
    var trailer = trailer
    trailer["Size"] = .integer(size)
    output.write("trailer\n")
    output.write(.dictionary(trailer))
    output.write("\nstartxref\n\(start)\n%%EOF\n")
  }

  // MARK: - Streams

  /// How many rows are worth writing as differences from one to the next.
  private static let fewestPredicted = 64

  /// - Parameters:
  ///   - number: The number of the stream, which lists itself.
  ///   - trailer: What else its dictionary says.
  ///   - start: Where it begins, as the file counts.
  mutating func writeStream(
    as number: Int, _ trailer: PDFDictionary, at start: Int, to output: inout PDFSerializer
  ) {
    entries[number] = .offset(start, generation: 0)
    let widths = [1, start > 0xFFFF_FFFF ? 5 : 4, 2]
    let runs = runs
    var rows: [UInt8] = []
    for number in runs.joined() {
      for (value, width) in zip(Self.row(entries[number] ?? .free, number), widths) {
        for shift in (0..<width).reversed() { rows.append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
      }
    }
    var dictionary: PDFDictionary = ["Type": .name("XRef"), "Size": .integer(number + 1)]
    dictionary["W"] = .array(widths.map(PDFObject.integer))
    if runs != [0...number] {
      dictionary["Index"] = .array(runs.flatMap { [.integer($0.lowerBound), .integer($0.count)] })
    }
    for entry in trailer.entries where dictionary[entry.key] == nil {
      dictionary.append(entry.key, entry.value)
    }
    let isPredicted = entries.count > Self.fewestPredicted
    output.write(
      isPredicted
        ? Flate.rows(dictionary, rows, widths.reduce(0, +), predicted: 0..<rows.count)
        : Flate.stream(dictionary, rows), as: ObjectID(number: number))
    output.write("startxref\n\(start)\n%%EOF\n")
  }

  private static func row(_ entry: Entry, _ number: Int) -> [Int] {
    switch entry {
    case .free: [0, 0, freeGeneration(number)]
    case .offset(let offset, let generation): [1, offset, generation]
    case .member(let stream, let index): [2, stream, index]
    }
  }
}
