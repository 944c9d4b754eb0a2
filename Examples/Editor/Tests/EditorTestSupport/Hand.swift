import Foundation
import GTKKit

/// Moves the pointer and presses keys, from outside, as a person does.
@MainActor
public enum Hand {
  /// Whether there is one.
  public static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

  private static let path = "/usr/bin/xdotool"

  /// Does what the arguments of xdotool say, while the loop runs.
  @discardableResult
  public static func does(_ arguments: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments.flatMap { $0.split(separator: " ").map(String.init) }
    guard (try? process.run()) != nil else { return false }
    return MainLoop.run(seconds: 120) { !process.isRunning } && process.terminationStatus == 0
  }
}
