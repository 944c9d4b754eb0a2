/// The members of a ZIP archive (APPNOTE.TXT of PKWARE): office documents and books are such archives. Read from its directory, and
/// from the headers before the data, which may say something else.
struct ZIPArchive {
  struct Member {
    let name: [UInt8]
    /// Its data, as far as they can be read.
    var data: [UInt8] = []
    /// Why there may be more.
    var problem: Problem?
    /// Where its data stand, as they are packed.
    var place: Range<Int>?
  }

  enum Problem { case encrypted, unknownMethod, damaged, tooLarge }

  /// More members are not looked at.
  private static let most = 100_000
  private let bytes: [UInt8]

  /// `nil` if the bytes are no archive.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 22,
      bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6])
        || bytes.starts(with: [0x50, 0x4B, 7, 8])
    else { return nil }
    self.bytes = bytes
  }

  /// Calls `body` with each member: first with those of the directory, then with those that only the data between have headers of.
  ///
  /// - Parameter limit: How many bytes all members may have together.
  /// - Returns: What of it cannot be read, if anything, and what stands beside the members' data: names, comments, what no program
  ///   looks at.
  func forEach(limit: Int, _ body: (Member) -> Bool) -> (problem: Problem?, rest: [UInt8]) {
    var problem: Problem?
    var places: [Range<Int>] = []
    var room = limit
    var known: Set<Int> = []
    func take(_ member: Member) -> Bool {
      room -= member.data.count
      problem = problem ?? member.problem
      if let place = member.place { places.append(place) }
      return body(member)
    }
    for entry in directory {
      guard known.insert(entry.header).inserted else { continue }
      guard known.count <= Self.most else { return (.tooLarge, bytes) }
      guard take(member(entry, room)) else { return (problem, []) }
    }
    // What no directory lists is still there.
    var place = 0
    while let header = next(after: place) {
      place = header + 4
      guard !known.contains(header), number(header, 26, 2) < 1024 else { continue }
      guard known.count < Self.most else { return (.tooLarge, bytes) }
      known.insert(header)
      let entry = Entry(
        header: header, name: slice(header + 30, number(header, 26, 2)), flags: number(header, 6, 2),
        method: number(header, 8, 2), packed: number(header, 18, 4))
      guard take(member(entry, room)) else { return (problem, []) }
    }
    return (known.isEmpty ? .damaged : problem, rest(beside: places))
  }

  private func rest(beside places: [Range<Int>]) -> [UInt8] {
    var result: [UInt8] = []
    var end = 0
    for place in places.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if place.lowerBound > end { result += bytes[end..<place.lowerBound] + [10] }
      end = max(end, place.upperBound)
    }
    return result + bytes[min(end, bytes.count)...]
  }

  private struct Entry {
    let header: Int
    let name: [UInt8]
    let flags: Int
    let method: Int
    let packed: Int
  }

  private var directory: [Entry] {
    guard
      let end = stride(from: bytes.count - 22, through: max(bytes.count - 22 - 0xFFFF, 0), by: -1).first(
        where: {
          hasSignature(5, 6, at: $0)
        })
    else { return [] }
    var result: [Entry] = []
    var place = number(end, 16, 4)
    while result.count < Self.most, place + 46 <= bytes.count, hasSignature(1, 2, at: place) {
      let lengths = (number(place, 28, 2), number(place, 30, 2), number(place, 32, 2))
      result.append(
        Entry(
          header: number(place, 42, 4), name: slice(place + 46, lengths.0), flags: number(place, 8, 2),
          method: number(place, 10, 2), packed: number(place, 20, 4)))
      place += 46 + lengths.0 + lengths.1 + lengths.2
    }
    return result
  }

  private func member(_ entry: Entry, _ room: Int) -> Member {
    func failed(_ problem: Problem) -> Member { Member(name: entry.name, problem: problem) }
    guard entry.header + 30 <= bytes.count, hasSignature(3, 4, at: entry.header) else {
      return failed(.damaged)
    }
    guard entry.flags & 1 == 0 else { return failed(.encrypted) }
    let start = entry.header + 30 + number(entry.header, 26, 2) + number(entry.header, 28, 2)
    guard start <= bytes.count else { return failed(.damaged) }
    switch entry.method {
    case 0:
      guard entry.packed <= bytes.count - start else { return failed(.damaged) }
      guard entry.packed <= room else { return failed(.tooLarge) }
      return Member(name: entry.name, data: slice(start, entry.packed), place: start..<start + entry.packed)
    case 8:
      // The length may stand behind the data only: deflated data say where they end.
      let end = entry.packed > 0 && entry.packed <= bytes.count - start ? start + entry.packed : bytes.count
      do {
        let data = try bytes[start..<end].withUnsafeBytes {
          try Flate.decompress($0, limit: room, wrapping: .none)
        }
        return Member(
          name: entry.name, data: data.bytes, problem: data.isComplete ? nil : .damaged,
          place: start..<start + data.end)
      } catch StreamDecoder.Failure.tooLarge {
        return failed(.tooLarge)
      } catch {
        return failed(.damaged)
      }
    default: return failed(.unknownMethod)
    }
  }

  private func hasSignature(_ first: UInt8, _ second: UInt8, at place: Int) -> Bool {
    place >= 0 && place + 4 <= bytes.count && bytes[place] == 0x50 && bytes[place + 1] == 0x4B
      && bytes[place + 2] == first && bytes[place + 3] == second
  }

  private func next(after place: Int) -> Int? {
    var place = place
    while place + 30 <= bytes.count {
      if hasSignature(3, 4, at: place) { return place }
      place += 1
    }
    return nil
  }

  private func slice(_ start: Int, _ count: Int) -> [UInt8] {
    guard start <= bytes.count else { return [] }
    return Array(bytes[start..<min(start + count, bytes.count)])
  }

  /// A number of a header, its lowest byte first; 0 beyond the end.
  private func number(_ start: Int, _ offset: Int, _ count: Int) -> Int {
    guard start + offset + count <= bytes.count else { return 0 }
    return (0..<count).reduce(0) { $0 | Int(bytes[start + offset + $1]) << (8 * $1) }
  }
}
