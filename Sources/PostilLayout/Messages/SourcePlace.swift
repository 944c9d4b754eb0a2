/// Where a block stands in a program, for messages.
package struct SourcePlace: Sendable, Hashable, CustomStringConvertible {
  var file: String
  var line: UInt

  init(_ file: StaticString, _ line: UInt) { (self.file, self.line) = ("\(file)", line) }
  init(file: String, line: Int) { (self.file, self.line) = (file, UInt(max(line, 0))) }

  package var description: String { "\(file):\(line)" }
}
