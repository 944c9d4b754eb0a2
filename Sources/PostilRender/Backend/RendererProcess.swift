import CPostilSystem
import Foundation
import PostilRenderProtocol

/// A process of the renderer, by a descriptor of it: its number may belong to another one once it has ended, the descriptor never
/// does.
struct RendererProcess: Sendable {
  let number: pid_t
  private let descriptor: OwnedDescriptor

  /// The process that a descriptor stands for, which another process sent.
  ///
  /// That process may send what it likes, and this program would end what it names. So it must be a child of the process that is
  /// known to have sent it.
  ///
  /// - Throws: ``MessageError/closed`` if the process has ended, ``MessageError/malformed`` if it is no child, or no process.
  init(_ descriptor: OwnedDescriptor, childOf parent: pid_t) throws(MessageError) {
    // The number is the process's as long as the descriptor says so, before and after.
    guard let number = Self.number(descriptor) else { throw .malformed }
    let found = number > 0 ? Self.parent(of: number) : nil
    guard Self.number(descriptor) == number, number > 0, let found else { throw .closed }
    guard found == parent else { throw .malformed }
    self.number = number
    self.descriptor = descriptor
  }

  /// Ends it, whatever it is doing.
  func end() { _ = descriptor.withNumber { postil_kill_process($0) } }

  /// Whether the system tells of its processes; without that none is ended by a descriptor.
  static var areKnown: Bool { parent(of: getpid()) != nil }

  /// The number of a process: not above 0 if it has ended, or is in another space of numbers; `nil` if the descriptor is not one of
  /// a process.
  private static func number(_ descriptor: OwnedDescriptor) -> pid_t? {
    guard
      let text = descriptor.withNumber({
        try? String(contentsOfFile: "/proc/self/fdinfo/\($0)", encoding: .utf8)
      })
    else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix("Pid:") }
    return line.flatMap { pid_t($0.dropFirst(4).trimmingCharacters(in: .whitespaces)) }
  }

  private static func parent(of process: pid_t) -> pid_t? {
    guard let text = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/stat")) else { return nil }
    // The name before it, in parentheses, may be of any bytes.
    let fields = String(
      decoding: text[(text.lastIndex(of: UInt8(ascii: ")")) ?? text.endIndex)...], as: UTF8.self
    )
    .split(separator: " ")
    return fields.count > 2 ? pid_t(fields[2]) : nil
  }
}
