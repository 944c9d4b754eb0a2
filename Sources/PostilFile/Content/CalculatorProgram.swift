import Foundation

/// The program of a function of type 4 (ISO 32000-2, 7.10.5): it has no loops, so that its length is how long it takes.
struct CalculatorProgram: Sendable {
  private indirect enum Step: Sendable {
    case number(Double)
    case operation(String)
    case condition([Step], [Step])
  }

  private let steps: [Step]
  /// How many steps there are.
  let count: Int

  /// Longer programs, in bytes, are of no ink.
  static let longest = 16_384
  private static let deepest = 16
  private static let tallestStack = 128

  /// `nil` if it is none.
  init?(_ bytes: [UInt8]) {
    var text = ""
    var isComment = false
    for byte in bytes {
      if byte == UInt8(ascii: "%") { isComment = true }
      if byte == 10 || byte == 13 { isComment = false }
      guard !isComment else { continue }
      let isBracket = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
      text += isBracket ? " \(Unicode.Scalar(byte)) " : "\(Unicode.Scalar(byte))"
    }
    var words = text.split(whereSeparator: { $0.isWhitespace || $0 == "\0" })[...]
    count = words.count
    guard words.popFirst() == "{", let steps = Self.block(&words, depth: 0), words.isEmpty else { return nil }
    self.steps = steps
  }

  /// The steps up to the bracket that ends them.
  private static func block(_ words: inout ArraySlice<Substring>, depth: Int) -> [Step]? {
    guard depth < deepest else { return nil }
    var (steps, blocks): ([Step], [[Step]]) = ([], [])
    while let word = words.popFirst() {
      switch word {
      case "}": return blocks.isEmpty ? steps : nil
      case "{":
        guard blocks.count < 2, let block = block(&words, depth: depth + 1) else { return nil }
        blocks.append(block)
      case "if":
        guard blocks.count == 1 else { return nil }
        steps.append(.condition(blocks[0], []))
        blocks = []
      case "ifelse":
        guard blocks.count == 2 else { return nil }
        steps.append(.condition(blocks[0], blocks[1]))
        blocks = []
      default:
        guard blocks.isEmpty else { return nil }
        if let number = Double(word), number.isFinite {
          steps.append(.number(number))
        } else {
          steps.append(.operation(String(word)))
        }
      }
    }
    return nil
  }

  /// What is on the stack in the end; `nil` if a step fails.
  func values(_ numbers: [Double]) -> [Double]? {
    var stack = numbers
    return Self.run(steps, &stack) ? stack : nil
  }

  private static func run(_ steps: [Step], _ stack: inout [Double]) -> Bool {
    for step in steps {
      switch step {
      case .number(let number): stack.append(number)
      case .condition(let yes, let no):
        guard let condition = stack.popLast(), run(condition != 0 ? yes : no, &stack) else { return false }
      case .operation(let name):
        guard carryOut(name, &stack) else { return false }
      }
      guard stack.count <= tallestStack else { return false }
    }
    return true
  }

  private static func carryOut(_ name: String, _ stack: inout [Double]) -> Bool {
    switch name {
    case "true": stack.append(1)
    case "false": stack.append(0)
    case "pop": return stack.popLast() != nil
    case "exch":
      guard stack.count > 1 else { return false }
      stack.swapAt(stack.count - 1, stack.count - 2)
    case "dup":
      guard let last = stack.last else { return false }
      stack.append(last)
    case "copy":
      guard let count = stack.popLast().flatMap({ Int(exactly: $0) }), (0...stack.count).contains(count)
      else {
        return false
      }
      stack += stack.suffix(count)
    case "index":
      guard let index = stack.popLast().flatMap({ Int(exactly: $0) }), stack.indices.contains(index) else {
        return false
      }
      stack.append(stack[stack.count - 1 - index])
    case "roll":
      guard let way = stack.popLast().flatMap({ Int(exactly: $0) }),
        let count = stack.popLast().flatMap({ Int(exactly: $0) }), (0...stack.count).contains(count)
      else { return false }
      guard count > 0 else { return true }
      let rolled = Array(stack.suffix(count))
      let shift = (way % count + count) % count
      stack.removeLast(count)
      stack += rolled.suffix(shift) + rolled.dropLast(shift)
    default:
      if let result = one[name] {
        guard let a = stack.popLast() else { return false }
        stack.append(result(a))
      } else if let result = two[name] {
        guard let b = stack.popLast(), let a = stack.popLast() else { return false }
        stack.append(result(a, b))
      } else {
        return false
      }
    }
    return true
  }

  private static let one: [String: @Sendable (Double) -> Double] = [
    "abs": { abs($0) }, "neg": { -$0 }, "ceiling": { $0.rounded(.up) }, "floor": { $0.rounded(.down) },
    "round": { ($0 + 0.5).rounded(.down) }, "truncate": { $0.rounded(.towardZero) },
    "cvi": { $0.rounded(.towardZero) },
    "cvr": { $0 }, "sqrt": { $0.squareRoot() }, "sin": { sin($0 * .pi / 180) },
    "cos": { cos($0 * .pi / 180) },
    "ln": { Foundation.log($0) }, "log": { log10($0) }, "not": { $0 == 0 ? 1 : 0 },
  ]

  private static let two: [String: @Sendable (Double, Double) -> Double] = [
    "add": { $0 + $1 }, "sub": { $0 - $1 }, "mul": { $0 * $1 }, "div": { $0 / $1 },
    "idiv": { ($0 / $1).rounded(.towardZero) }, "mod": { $0.truncatingRemainder(dividingBy: $1) },
    "exp": { pow($0, $1) },
    "atan": { (atan2($0, $1) * 180 / .pi + 360).truncatingRemainder(dividingBy: 360) },
    "eq": { $0 == $1 ? 1 : 0 }, "ne": { $0 != $1 ? 1 : 0 }, "gt": { $0 > $1 ? 1 : 0 },
    "ge": { $0 >= $1 ? 1 : 0 }, "lt": { $0 < $1 ? 1 : 0 }, "le": { $0 <= $1 ? 1 : 0 },
    "and": { $0 != 0 && $1 != 0 ? 1 : 0 }, "or": { $0 != 0 || $1 != 0 ? 1 : 0 },
    "xor": { ($0 != 0) != ($1 != 0) ? 1 : 0 },
  ]
}
