import CSoup
import Foundation
import WebDocument

/// Serves a session to browsers: the page, what it shows, and the WebSocket over which edits go.
///
/// ```swift
/// let server = WebServer(session, options: options)
/// let port = try await server.start()
/// await server.stop()
/// ```
public actor WebServer {
  /// What is known of a request that is not answered yet.
  struct Exchange {
    /// The message; a reference is held.
    var message: OpaquePointer
    /// Tells when the browser goes.
    var watch: UnsafeMutablePointer<GSource>?
    var task: Task<Void, Never>?
  }

  /// What is known of a browser's WebSocket.
  struct Client {
    /// The connection; a reference is held.
    var connection: OpaquePointer
    var inbox: AsyncStream<String>.Continuation
    /// Bytes that were sent since the browser last answered a ping.
    var unansweredBytes = 0
  }

  private let loop = EventLoop()
  /// The thread of the main loop.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  nonisolated let session: DocumentSession
  nonisolated let options: ServerOptions
  nonisolated let requestGuard: RequestGuard

  private var server: UnsafeMutablePointer<SoupServer>?
  private var listener: UnsafeMutablePointer<GSocketService>?
  private var connectionCount = 0
  private var lastKey = 0
  var exchanges: [Int: Exchange] = [:]
  var clients: [Int: Client] = [:]
  /// Under which number a message or connection is known. The numbers are what leaves this thread.
  var keys: [OpaquePointer: Int] = [:]

  /// Makes a server, which does not listen yet.
  public init(_ session: DocumentSession, options: ServerOptions = ServerOptions()) {
    self.session = session
    self.options = options
    requestGuard = RequestGuard(options: options)
  }

  /// Begins to listen. The server lives until ``stop()``.
  ///
  /// - Returns: The port.
  /// - Throws: ``ServerError`` if the address is not to be had.
  @discardableResult
  public func start() throws -> Int {
    let listener: UnsafeMutablePointer<GSocketService> = g_socket_service_new()
    var error: UnsafeMutablePointer<GError>?
    let port = csoup_listen(listener, options.address, options.port, &error)
    guard port != 0 else {
      g_object_unref(listener)
      throw ServerError("Cannot listen at \(options.address), port \(options.port)", error)
    }
    let server: UnsafeMutablePointer<SoupServer> = csoup_server_new()
    self.server = server
    self.listener = listener
    let data = Unmanaged.passRetained(self).toOpaque()
    addHandlers(to: server, data)
    csoup_on_incoming(
      listener,
      { _, connection, _, data in
        guard let connection else { return 1 }
        Crossing(data).enter(connection) { $0.accept($1) }
        return 1
      }, data)
    g_socket_service_start(listener)
    return Int(port)
  }

  /// Closes all connections and stops listening.
  public func stop() {
    guard let server, let listener else { return }
    self.server = nil
    self.listener = nil
    csoup_close_listener(listener)
    closeAll()
    for key in exchanges.keys { end(key) }
    soup_server_disconnect(server)
    csoup_no_more_signals(listener, Unmanaged.passUnretained(self).toOpaque())
    g_object_unref(listener)
    g_object_unref(server)
    Unmanaged.passUnretained(self).release()
  }

  /// How many connections are open.
  public var openConnections: Int { connectionCount }
  /// How many requests are not answered yet.
  public var openRequests: Int { exchanges.count }
  /// How many WebSockets are open.
  public var openWebSockets: Int { clients.count }

  private func accept(_ connection: UnsafeMutablePointer<GSocketConnection>) {
    // One too many is not kept, which closes it.
    guard let server, connectionCount < options.connections else { return }
    connectionCount += 1
    let data = Unmanaged.passRetained(self).toOpaque()
    UnsafeMutableRawPointer(connection).withMemoryRebound(to: GObject.self, capacity: 1) {
      g_object_weak_ref(
        $0,
        { data, _ in
          Crossing(data).enter(1) { $0.connectionCount -= $1 }
          if let data { Unmanaged<WebServer>.fromOpaque(data).release() }
        }, data)
    }
    csoup_accept(server, connection, options.idleSeconds, nil)
  }

  func newKey() -> Int {
    lastKey += 1
    return lastKey
  }
}

/// The way from a callback of C to the server: callbacks come on the server's own thread.
struct Crossing {
  private let server: WebServer?

  /// - Parameter data: What the callback was registered with: a pointer to the server.
  init(_ data: UnsafeMutableRawPointer?) {
    server = data.map { Unmanaged<WebServer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs something on the server, with what the callback was given.
  func enter<Argument>(_ argument: Argument, _ body: (isolated WebServer, Argument) -> Void) {
    // The thread is the same on both sides.
    nonisolated(unsafe) let argument = argument
    nonisolated(unsafe) let body = body
    server?.assumeIsolated { body($0, argument) }
  }
}
