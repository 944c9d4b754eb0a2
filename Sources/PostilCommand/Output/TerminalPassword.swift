import Foundation

/// Asks for a password on the terminal of the process, which does not show it.
enum TerminalPassword {
  /// - Returns: `nil` if there is no terminal.
  static func ask(_ prompt: String) -> String? {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    var former = termios()
    guard tcgetattr(terminal, &former) == 0 else { return nil }
    var silent = former
    // Signals of keys, too: one that ended the program here would leave a terminal that shows nothing.
    silent.c_lflag &= ~tcflag_t(ECHO | ISIG | ICANON)
    tcsetattr(terminal, TCSAFLUSH, &silent)
    _ = prompt.withCString { write(terminal, $0, strlen($0)) }
    let (line, signal) = read(from: terminal, former)
    _ = "\n".withCString { write(terminal, $0, 1) }
    tcsetattr(terminal, TCSAFLUSH, &former)
    // Now that the terminal is as it was, what the key asked for happens.
    if let signal { raise(signal) }
    return String(decoding: line, as: UTF8.self)
  }

  /// The line, edited by the keys that the terminal has for that, and the signal that a key asked for.
  private static func read(from terminal: Int32, _ settings: termios) -> ([UInt8], signal: Int32?) {
    func key(_ index: Int32) -> UInt8 {
      withUnsafeBytes(of: settings.c_cc) { $0[Int(index)] }
    }
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < 4096, Foundation.read(terminal, &byte, 1) == 1 {
      switch byte {
      case 10, 13: return (line, nil)
      case key(VINTR): return ([], SIGINT)
      case key(VQUIT): return ([], SIGQUIT)
      case key(VSUSP): continue
      case key(VEOF) where line.isEmpty: return ([], nil)
      case key(VEOF): return (line, nil)
      case key(VKILL): line = []
      case key(VERASE), 8, 127:
        // A whole character of UTF-8.
        while let last = line.popLast(), last & 0xC0 == 0x80 {}
      default: line.append(byte)
      }
    }
    return (line, nil)
  }
}
