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
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(terminal, TCSAFLUSH, &silent)
    defer { tcsetattr(terminal, TCSAFLUSH, &former) }
    _ = prompt.withCString { write(terminal, $0, strlen($0)) }
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < 4096, read(terminal, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
    _ = "\n".withCString { write(terminal, $0, 1) }
    return String(decoding: line, as: UTF8.self)
  }
}
