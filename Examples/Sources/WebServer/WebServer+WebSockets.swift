import CSoup
import Foundation
import WebDocument

/// WebSockets: a participant's messages in, the session's messages out.
extension WebServer {
  /// Seconds between pings.
  private static let pingInterval: guint = 5
  /// Messages that may wait until those before them are carried out.
  private static let waitingMessages = 256

  func open(_ connection: OpaquePointer) {
    let key = newKey()
    g_object_ref(UnsafeMutableRawPointer(connection))
    csoup_limit_messages(connection, guint64(session.limits.messageBytes))
    soup_websocket_connection_set_keepalive_interval(connection, Self.pingInterval)
    let (messages, inbox) = AsyncStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingOldest(Self.waitingMessages))
    clients[key] = Client(connection: connection, inbox: inbox)
    keys[connection] = key
    csoup_on_websocket(
      connection,
      { connection, type, bytes, data in
        guard let connection, let bytes else { return }
        Crossing(data).enter((bytes, connection)) { $0.received($1.0, type: type, from: $1.1) }
      },
      { connection, _, data in
        guard let connection else { return }
        Crossing(data).enter(connection) { $0.answered($1) }
      },
      { connection, data in
        guard let connection else { return }
        Crossing(data).enter(connection) { $0.closed($1) }
      }, Unmanaged.passUnretained(self).toOpaque())
    Task { await takePart(key, messages) }
  }

  /// A participant's part in the session, from the first message to the last.
  private func takePart(_ key: Int, _ messages: AsyncStream<String>) async {
    do {
      // Not in the address, which others may write down: the token is a secret.
      guard let first = await messages.first(where: { _ in true }) else { return }
      guard let joining = try? JSONDecoder().decode(JoinMessage.self, from: Data(first.utf8)) else {
        throw SessionError(.invalid, "The first message is 'join'.")
      }
      let membership = try await session.join(as: joining.name, token: joining.token)
      let sending = Task {
        for await text in membership.messages { send(text, to: key) }
        close(key, 1008, "You do not read what is sent to you, or go on elsewhere.")
      }
      for await text in messages { await session.receive(text, from: membership) }
      await session.leave(membership)
      await sending.value
    } catch {
      let error = SessionError(error)
      close(key, error.code == .tooMany ? 1013 : 1008, error.message)
    }
  }

  private func received(_ bytes: OpaquePointer, type: gint, from connection: OpaquePointer) {
    guard let key = keys[connection], let client = clients[key] else { return }
    guard UInt32(bitPattern: type) == SOUP_WEBSOCKET_DATA_TEXT.rawValue else {
      close(key, 1003, "Messages are text.")
      return
    }
    var size: gsize = 0
    guard let start = g_bytes_get_data(bytes, &size) else { return }
    let text = String(decoding: UnsafeRawBufferPointer(start: start, count: Int(size)), as: UTF8.self)
    if case .dropped = client.inbox.yield(text) { close(key, 1008, "Too many messages.") }
  }

  private func answered(_ connection: OpaquePointer) {
    guard let key = keys[connection] else { return }
    clients[key]?.unansweredBytes = 0
  }

  private func send(_ text: String, to key: Int) {
    guard let client = clients[key],
      soup_websocket_connection_get_state(client.connection) == SOUP_WEBSOCKET_STATE_OPEN
    else { return }
    soup_websocket_connection_send_text(client.connection, text)
    clients[key]?.unansweredBytes += text.utf8.count
    // What is sent to a browser that does not read waits in memory.
    if client.unansweredBytes > options.unansweredBytes { close(key, 1008, "You do not read.") }
  }

  /// Begins to close a connection; the signal `closed` does the rest, also if the browser does not answer.
  func close(_ key: Int, _ code: gushort, _ reason: String) {
    guard let client = clients[key] else { return }
    client.inbox.finish()
    guard soup_websocket_connection_get_state(client.connection) == SOUP_WEBSOCKET_STATE_OPEN else { return }
    soup_websocket_connection_close(client.connection, code, reason)
  }

  /// Says goodbye to all. What they still send is not heard.
  func closeAll() {
    let data = Unmanaged.passUnretained(self).toOpaque()
    for (key, client) in clients {
      close(key, 1001, "The server ends.")
      csoup_no_more_signals(UnsafeMutableRawPointer(client.connection), data)
      csoup_unref_later(UnsafeMutableRawPointer(client.connection))
    }
    clients.removeAll()
  }

  private func closed(_ connection: OpaquePointer) {
    guard let key = keys[connection], let client = clients.removeValue(forKey: key) else { return }
    keys[connection] = nil
    client.inbox.finish()
    csoup_no_more_signals(UnsafeMutableRawPointer(connection), Unmanaged.passUnretained(self).toOpaque())
    g_object_unref(UnsafeMutableRawPointer(connection))
  }
}
