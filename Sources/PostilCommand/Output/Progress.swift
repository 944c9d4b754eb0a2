/// A progress line, on terminals only and after a delay.
struct Progress {
  private let output: any CommandOutput
  private let label: String
  private let total: Int
  private var count = 0
  private var isShown = false
  private var next = ContinuousClock.now + .milliseconds(300)

  init(_ label: String, of total: Int, on output: any CommandOutput) {
    self.output = output
    self.label = label
    self.total = total
  }

  /// Counts one step.
  mutating func advance() {
    count += 1
    guard output.isTerminal, ContinuousClock.now >= next else { return }
    next = .now + .milliseconds(100)
    isShown = true
    output.write("\r\(label) \(count.grouped)/\(total.grouped)\u{1B}[K")
  }

  /// Removes the line.
  func finish() { if isShown { output.write("\r\u{1B}[K") } }
}
