import Dispatch
package import PostilRenderProtocol

/// A server that was forked, before it has a document.
package final class LaunchedProcess: Sendable {
  let socket: MessageSocket
  /// `nil` if the system has no descriptors of processes.
  let process: RendererProcess?
  /// The remedies that are on.
  let remedies: RemedySet
  private let atEnd: @Sendable () -> Void

  /// How long a server may take to end after its connection was closed: it waits for its workers.
  private static let timeToEnd = DispatchTimeInterval.seconds(3)

  /// - Parameter atEnd: Called when the server is no longer used.
  init(
    _ socket: MessageSocket, process: RendererProcess?, remedies: RemedySet,
    atEnd: @escaping @Sendable () -> Void
  ) {
    self.socket = socket
    self.process = process
    self.remedies = remedies
    self.atEnd = atEnd
  }

  /// A server that is no process of its own, for tests.
  package convenience init(_ socket: MessageSocket) {
    self.init(socket, process: nil, remedies: []) {}
  }

  /// The process of a worker, by the descriptor that this server sent of it.
  ///
  /// - Throws: ``MessageError`` if it cannot be one of this server's.
  func child(_ descriptor: OwnedDescriptor?) throws(MessageError) -> RendererProcess? {
    guard let descriptor, let process else { return nil }
    return try RendererProcess(descriptor, childOf: process.number)
  }

  /// Closes the connection, at which the server ends, after its workers. One that does not is ended. Call it once.
  func end() {
    socket.shutDown()
    if let process {
      DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.timeToEnd) { process.end() }
    }
    atEnd()
  }

  /// Ends the server whatever it is doing. ``end()`` is still to be called.
  func endAtOnce() {
    socket.shutDown()
    process?.end()
  }
}
