import Foundation

/// A screen that nobody sees (Xvfb; Xorg where it has a tablet), with a mouse and a keyboard (xdotool). There is no window manager: windows
/// are at the upper left.
package final class Screen {
  /// The programs that are needed, and missing.
  package static var missingPrograms: [String] { ["Xvfb", "xdotool", "xclip"].filter { !Programs.has($0) } }

  /// The name of the screen, for the environment variable `DISPLAY`.
  package let display: String
  private let server = Process()
  private var clipboard: Process?
  private let folder: URL
  /// The pen and the fingers, if it has those.
  package private(set) var tablet: Tablet?

  /// Starts a screen, in pixels.
  ///
  /// - Parameter hasTablet: Whether there are a pen and fingers too; needs ``Tablet/missingPrograms``.
  package init(width: Int = 1280, height: Int = 900, hasTablet: Bool = false) throws {
    folder = try TemporaryFolder.make()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // It takes the first number that is free, and tells which.
    if hasTablet {
      server.arguments = try Tablet.server(in: folder, width: width, height: height) + ["-displayfd", "1"]
    } else {
      server.arguments = [
        "Xvfb", "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-nolisten", "tcp", "-noreset",
        "-fbdir", folder.path,
      ]
    }
    let number = Pipe()
    server.standardOutput = number
    server.standardError = FileHandle.nullDevice
    try server.run()
    var digits = ""
    while !digits.hasSuffix("\n"), let more = try number.fileHandleForReading.read(upToCount: 8) {
      guard !more.isEmpty else { break }
      digits += String(decoding: more, as: UTF8.self)
    }
    display = ":" + digits.trimmingCharacters(in: .whitespacesAndNewlines)
    guard display.count > 1 else { throw Programs.Failure("The screen did not start.") }
    if hasTablet { tablet = try Tablet(in: folder, on: display, width: width, height: height) }
  }

  deinit { close() }

  /// Takes the screen away.
  package func close() {
    clipboard?.terminate()
    if server.isRunning {
      server.terminate()
      server.waitUntilExit()
    }
    try? FileManager.default.removeItem(at: folder)
  }

  /// What is on it, the pointer too.
  package func picture() throws -> Picture {
    if tablet != nil {
      return try Picture(xwd: Programs.run("xwd", ["-display", display, "-root", "-silent"]))
    }
    return try Picture(xwd: Data(contentsOf: folder.appending(path: "Xvfb_screen0")))
  }

  /// Whether nothing on it changes for a fifth of a second; the cursor in a text may blink.
  package func isQuiet() throws -> Bool {
    let before = try picture().pixels
    Thread.sleep(forTimeInterval: 0.2)
    return zip(try picture().pixels, before).count { $0 != $1 } < 100
  }

  // MARK: - What a person does

  /// Does what arguments of xdotool say.
  package func does(_ arguments: String) throws {
    try does(arguments.split(separator: " ").map(String.init))
  }

  private func does(_ arguments: [String]) throws {
    try Programs.run("env", ["DISPLAY=\(display)", "xdotool"] + arguments)
  }

  /// Clicks.
  package func click(_ place: Place, button: Int = 1, count: Int = 1) throws {
    try does("mousemove \(place) sleep 0.03 click --repeat \(count) --delay 40 \(button)")
  }

  /// Presses at the first place, goes to the others, and lets go. Between them the mouse does not leap.
  package func drag(_ places: [Place], letsGo: Bool = true) throws {
    guard let first = places.first else { return }
    var words = ["mousemove \(first) sleep 0.03 mousedown 1 sleep 0.03"]
    for (from, to) in zip(places, places.dropFirst()) {
      words += (1...8).map { "mousemove \(from.mixed(with: to, Double($0) / 8)) sleep 0.008" }
    }
    try does(words.joined(separator: " ") + " sleep 0.03")
    if letsGo { try letGo() }
  }

  /// Lets the button go that was pressed.
  package func letGo() throws { try does("mouseup 1") }

  /// Turns the wheel, down by default, perhaps while keys are held.
  package func turnWheel(at place: Place, notches: Int, holding key: String? = nil) throws {
    let button = notches < 0 ? 4 : 5
    let turns = "mousemove \(place) sleep 0.03 click --repeat \(abs(notches)) --delay 30 \(button)"
    try does(key.map { "keydown \($0) \(turns) keyup \($0)" } ?? turns)
  }

  /// Presses keys: `ctrl+z`.
  package func press(_ keys: String...) throws { try does("key --delay 40 " + keys.joined(separator: " ")) }

  /// Pastes a text.
  package func paste(_ text: String) throws {
    let file = folder.appending(path: "clipboard")
    try Data(text.utf8).write(to: file)
    // It answers for the clipboard until it is ended, or another does.
    clipboard?.terminate()
    let owner = Process()
    owner.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    owner.arguments = ["xclip", "-quiet", "-selection", "clipboard", "-in", file.path, "-display", display]
    (owner.standardOutput, owner.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try owner.run()
    clipboard = owner
    try wait(for: "text in the clipboard") {
      let output = try Programs.run(
        "xclip", ["-selection", "clipboard", "-out", "-display", display], accepted: [0, 1])
      return output == Data(text.utf8)
    }
    try press("ctrl+v")
  }

  /// Types a text. Letters that the keyboard does not have take longer: the keyboard is changed for each of them.
  package func type(_ text: String) throws {
    let delay = text.utf8.allSatisfy { $0 < 0x80 } ? "30" : "150"
    try does(["type", "--delay", delay, "--", text])
  }
}

/// A place on the screen, in pixels.
package struct Place: Equatable, CustomStringConvertible {
  package var x: Double
  package var y: Double

  package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

  /// As xdotool takes it.
  package var description: String { "\(Int(x.rounded())) \(Int(y.rounded()))" }

  func mixed(with other: Place, _ share: Double) -> Place {
    Place(x + (other.x - x) * share, y + (other.y - y) * share)
  }
}
