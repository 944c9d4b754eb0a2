import Foundation

/// A pen with two ends, and fingers, on a screen of Xorg: devices whose reports come from here, by Xorg's driver "inputtest".
package final class Tablet {
  /// What reports.
  package enum Device: String, CaseIterable {
    /// The tip of the pen; GDK knows pens on X servers by their names.
    case pen
    /// Its other end.
    case eraser = "pen eraser"
    /// Fingers.
    case finger
  }

  /// The programs that are needed besides those of ``Screen``, and missing.
  package static var missingPrograms: [String] {
    let programs = ["Xorg", "xinput", "xwd"].filter { !Programs.has($0) }
    let drivers = ["drivers/dummy_drv.so", "input/inputtest_drv.so"].filter { driver in
      !["/usr/lib/xorg/modules", "/usr/lib64/xorg/modules"].contains {
        FileManager.default.fileExists(atPath: "\($0)/\(driver)")
      }
    }
    return programs + drivers
  }

  /// Axes have numbers up to this.
  private static let axisEnd = 65535.0
  private static let pressureEnd = 2047.0

  private var sockets: [Device: Int32] = [:]
  private let size: (width: Double, height: Double)
  private let display: String

  /// Connects to the devices of a server that runs.
  init(in folder: URL, on display: String, width: Int, height: Int) throws {
    (self.display, size) = (display, (Double(width), Double(height)))
    for device in Device.allCases {
      let socket = try Self.connect(folder.appending(path: "\(device)").path)
      sockets[device] = socket
      try Self.send([12, 0] as [UInt32], [1, 1] as [UInt16], to: socket)
      try Self.receive(12, from: socket)
    }
  }

  deinit { for socket in sockets.values { Foundation.close(socket) } }

  /// Tells GDK that there is a pen, as drivers of pens do when one comes near: only while the program runs.
  package func introducePen() throws {
    for (device, type, serial) in [(Device.pen, "STYLUS", "11"), (.eraser, "ERASER", "12")] {
      let name = device.rawValue
      try Programs.run(
        "env", ["DISPLAY=\(display)", "xinput", "set-prop", "--type=atom", name, "Wacom Tool Type", type])
      try Programs.run(
        "env",
        ["DISPLAY=\(display)", "xinput", "set-prop", "--type=int", "--format=32", name, "Wacom Serial IDs"]
          + ["1", "1", "1", serial, "1"])
    }
  }

  // MARK: - What a hand does

  /// The pen is near, without touching.
  package func hover(_ device: Device = .pen, at place: Place) throws {
    try send(device, 2, 1, axes(place, pressure: 0))
  }

  /// Draws with the pen through places, and lifts it unless told otherwise.
  ///
  /// - Parameters:
  ///   - button: A button of the pen that is held meanwhile.
  ///   - pressure: The pressure by the share of the way.
  package func draw(
    _ device: Device = .pen, _ places: [Place], button: UInt32? = nil, lifts: Bool = true,
    pressure: (Double) -> Double = { _ in 0.5 }
  ) throws {
    guard let first = places.first else { return }
    try hover(device, at: first)
    if let button { try press(device, button, true, axes(first, pressure: 0)) }
    try press(device, 1, true, axes(first, pressure: pressure(0)))
    for (from, to) in zip(places, places.dropFirst()) {
      for step in 1...12 {
        let share = Double(step) / 12
        try send(device, 2, 1, axes(from.mixed(with: to, share), pressure: pressure(share)))
        Thread.sleep(forTimeInterval: 0.008)
      }
    }
    if let button { try press(device, button, false, axes(places.last ?? first, pressure: 0)) }
    if lifts { try lift(device, at: places.last ?? first) }
  }

  /// Lifts the pen.
  package func lift(_ device: Device = .pen, at place: Place) throws {
    try press(device, 1, false, axes(place, pressure: 0))
  }

  /// Presses a button of the pen while it is near, and releases it.
  package func click(_ device: Device = .pen, button: UInt32, at place: Place) throws {
    try hover(device, at: place)
    try press(device, button, true, axes(place, pressure: 0))
    try press(device, button, false, axes(place, pressure: 0))
  }

  /// Puts a finger down, moves or lifts it: 18, 19 and 20 of XInput.
  package func touch(_ finger: UInt32, _ phase: Touch, at place: Place) throws {
    guard let socket = sockets[.finger] else { return }
    try Self.send([1056, 6, finger, phase.rawValue] as [UInt32], values(axes(place)), to: socket)
    try sync(socket)
  }

  /// What a finger does.
  package enum Touch: UInt32 { case down = 18, move, up }

  /// Drags with a finger through places.
  package func swipe(_ finger: UInt32, _ places: [Place]) throws {
    guard let first = places.first, let last = places.last else { return }
    try touch(finger, .down, at: first)
    for (from, to) in zip(places, places.dropFirst()) {
      for step in 1...16 {
        try touch(finger, .move, at: from.mixed(with: to, Double(step) / 16))
        Thread.sleep(forTimeInterval: 0.008)
      }
    }
    try touch(finger, .up, at: last)
  }

  private func axes(_ place: Place, pressure: Double? = nil) -> [Int: Double] {
    var axes = [
      0: (place.x + 0.5) / size.width * (Self.axisEnd + 1),
      1: (place.y + 0.5) / size.height * (Self.axisEnd + 1),
    ]
    if let pressure { axes[4] = min(max(pressure, 0), 1) * Self.pressureEnd }
    return axes
  }

  // MARK: - The driver's protocol (xf86-input-inputtest-protocol.h)

  private func send(_ device: Device, _ type: UInt32, _ flag: UInt32, _ axes: [Int: Double]) throws {
    guard let socket = sockets[device] else { return }
    try Self.send([1056, type, flag, 0] as [UInt32], values(axes), to: socket)
    try sync(socket)
  }

  private func press(_ device: Device, _ button: UInt32, _ isDown: Bool, _ axes: [Int: Double]) throws {
    guard let socket = sockets[device] else { return }
    try Self.send([1064, 4, 1, button, isDown ? 1 : 0, 0] as [UInt32], values(axes), to: socket)
    try sync(socket)
  }

  /// Waits until the server has taken all that was sent.
  private func sync(_ socket: Int32) throws {
    try Self.send([8, 1] as [UInt32], [] as [UInt8], to: socket)
    try Self.receive(8, from: socket)
  }

  /// A mask, and 64 values twice.
  private func values(_ axes: [Int: Double]) -> [UInt64] {
    var mask: UInt64 = 0
    var values = [UInt64](repeating: 0, count: 64)
    for (axis, value) in axes {
      mask |= 1 << UInt64(axis)
      values[axis] = value.bitPattern
    }
    // Four bytes of a flag, eight of the mask, four that fill up.
    return [mask << 32, mask >> 32] + values + [UInt64](repeating: 0, count: 64)
  }

  private static func send<A, B>(_ head: [A], _ rest: [B], to socket: Int32) throws {
    var bytes = head.withUnsafeBytes { Data($0) } + rest.withUnsafeBytes { Data($0) }
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(socket, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Programs.Failure("The tablet takes nothing.") }
      bytes = bytes.dropFirst(count)
    }
  }

  private static func receive(_ count: Int, from socket: Int32) throws {
    var (bytes, rest) = ([UInt8](repeating: 0, count: count), count)
    while rest > 0 {
      let read = Foundation.read(socket, &bytes, rest)
      guard read > 0 else { throw Programs.Failure("The tablet does not answer.") }
      rest -= read
    }
  }

  private static func connect(_ path: String) throws -> Int32 {
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    // A server that hangs is a failure, not the end of all tests.
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw Programs.Failure("The folder of the tablet has too long a name.")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isConnected else {
      Foundation.close(socket)
      throw Programs.Failure("There is no device at \(path).")
    }
    return socket
  }

  // MARK: - The server

  /// The words that start a server with the devices, which makes their sockets in a folder.
  static func server(in folder: URL, width: Int, height: Int) throws -> [String] {
    let file = folder.appending(path: "xorg.conf")
    let types: [Device: String] = [
      .pen: "PointerAbsoluteProximity", .eraser: "PointerAbsoluteProximity", .finger: "Touch",
    ]
    let devices = Device.allCases.map { device in
      """
      Section "InputDevice"
        Identifier "\(device.rawValue)"
        Driver "inputtest"
        Option "SocketPath" "\(folder.appending(path: "\(device)").path)"
        Option "DeviceType" "\(types[device] ?? "")"
        Option "TouchCount" "5"
        Option "PointerButtonCount" "8"
        Option "PointerHasPressure" "true"
      EndSection
      """
    }
    let text = """
      Section "ServerFlags"
        Option "AutoAddDevices" "false"
        Option "DontVTSwitch" "true"
      EndSection
      Section "Device"
        Identifier "card"
        Driver "dummy"
        VideoRam 32768
      EndSection
      Section "Monitor"
        Identifier "monitor"
        HorizSync 5-1000
        VertRefresh 5-200
        Modeline "here" 95 \(width) \(width + 80) \(width + 216) \(width + 432) \(height) \(height + 3) \(height + 9) \(height + 32)
      EndSection
      Section "Screen"
        Identifier "screen"
        Device "card"
        Monitor "monitor"
        DefaultDepth 24
        SubSection "Display"
          Depth 24
          Modes "here"
          Virtual \(width) \(height)
        EndSubSection
      EndSection
      \(devices.joined(separator: "\n"))
      Section "ServerLayout"
        Identifier "layout"
        Screen "screen"
        InputDevice "finger" "CorePointer"
        InputDevice "pen" "SendCoreEvents"
        InputDevice "pen eraser" "SendCoreEvents"
      EndSection

      """
    try Data(text.utf8).write(to: file)
    return [
      "Xorg", "-config", file.path, "-logfile", folder.appending(path: "xorg.log").path, "-nolisten", "tcp",
      "-noreset",
      "-ac", "-sharevts", "-novtswitch",
    ]
  }
}
