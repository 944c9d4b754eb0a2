/// What the objects of the file as it was opened are in the file as it is now, all of generation 0: an update keeps their numbers, a
/// rewrite gives them others, and drops what nothing refers to.
struct ObjectNumbers: Sendable {
  /// By their numbers then, and by those of now; `nil` while all are the same.
  private var table: (now: [Int: Int], opened: [Int: Int])?
  /// Whether an object without a number is not in the file. Of a file that was recovered only the numbers are known that edits name.
  let isComplete: Bool

  /// All are the same.
  init() { (table, isComplete) = (nil, true) }

  private init(_ now: [Int: Int], isComplete: Bool) {
    table = (now, Dictionary(now.map { ($1, $0) }) { min($0, $1) })
    self.isComplete = isComplete
  }

  /// Whether all are the same.
  var isSame: Bool { table == nil }

  /// The number that an object has now; `nil` if it is not in the file, or not known.
  func now(_ opened: Int) -> Int? {
    guard let table else { return opened }
    return table.now[opened]
  }

  /// The object that a number is of; `nil` if the file did not have it when it was opened.
  func opened(_ now: Int) -> Int? {
    guard let table else { return now }
    return table.opened[now]
  }

  /// Notes what an object is that the file did not have any more.
  mutating func set(_ opened: Int, to now: Int) {
    table?.now[opened] = now
    table?.opened[now] = opened
  }

  /// The numbers after the file was written anew.
  ///
  /// - Parameter all: What became of the numbers of the file before.
  /// - Complexity: O(objects).
  func moved(_ all: [Int: Int]) -> ObjectNumbers {
    let result = table.map { $0.now.compactMapValues { all[$0] } } ?? all
    return ObjectNumbers(result, isComplete: isComplete)
  }
}

extension ObjectNumbers {
  /// What a journal notes of the numbers of objects that edits name.
  ///
  /// - Parameter rewrites: How often the file was written anew since it was opened.
  /// - Returns: `nil` if it was not.
  func noted(_ objects: Set<Int>, rewrites: Int) -> ObjectNumbering? {
    guard rewrites > 0 else { return nil }
    guard table != nil else { return ObjectNumbering(rewrites: rewrites, numbers: nil) }
    let numbers = objects.sorted().flatMap { opened in now(opened).map { [opened, $0] } ?? [] }
    return ObjectNumbering(rewrites: rewrites, numbers: numbers)
  }

  /// What is known of the numbers of a file that was recovered.
  init(_ noted: ObjectNumbering) {
    guard noted.numbers != nil else {
      self.init()
      return
    }
    self.init([:], isComplete: false)
    add(noted)
  }

  mutating func add(_ noted: ObjectNumbering) {
    for (opened, now) in noted.pairs { set(opened, to: now) }
  }
}
