import CSoup
import Foundation
import WebDocument

/// Requests: what is refused before anything is read, and what the others are answered.
extension WebServer {
  func addHandlers(to server: UnsafeMutablePointer<SoupServer>, _ data: UnsafeMutableRawPointer) {
    // Only the handlers of the longest path that fits are called.
    for path in [nil, Route.session] {
      soup_server_add_early_handler(
        server, path,
        { _, message, path, _, data in
          guard let message, let path else { return }
          Crossing(data).enter((message, path)) { $0.inspect($1.0, path: String(cString: $1.1)) }
        }, data, nil)
    }
    soup_server_add_handler(
      server, nil,
      { _, message, path, query, data in
        guard let message, let path else { return }
        Crossing(data).enter((message, path, query)) {
          $0.answer($1.0, path: String(cString: $1.1), query: $1.2)
        }
      }, data, nil)
    soup_server_add_websocket_handler(
      server, Route.session, nil, nil,
      { _, _, _, connection, data in
        guard let connection else { return }
        Crossing(data).enter(connection) { $0.open($1) }
      }, data, nil)
  }

  /// Looks at the headers of a request before its body is read.
  private func inspect(_ message: OpaquePointer, path: String) {
    csoup_do_not_keep_body(message)
    let length = csoup_announced_length(message)
    guard length <= options.bodyBytes else {
      csoup_refuse_body(message, Self.refusalOfBody)
      return
    }
    if length < 0 { limitBody(of: message) }
    guard let refusal = refusal(of: message, path: path) else { return }
    refusal.put(into: message)
  }

  private func refusal(of message: OpaquePointer, path: String) -> Response? {
    let method = soup_server_message_get_method(message).map { String(cString: $0) }
    let host = csoup_request_header(message, "Host").map { String(cString: $0) }
    guard requestGuard.admits(host: host) else {
      return .text(421, "This server does not go by that name: start it with --host.")
    }
    guard method == "GET" || method == "HEAD" else { return .text(405, "Nothing is sent here.") }
    guard path == Route.session else { return nil }
    let origin = csoup_request_header(message, "Origin").map { String(cString: $0) }
    guard requestGuard.admits(origin: origin, host: host) else {
      return .text(403, "Other sites may not take part.")
    }
    guard clients.count < session.limits.participants else {
      return .text(503, "There are \(clients.count) participants already.")
    }
    return nil
  }

  // MARK: Bodies

  private static let refusalOfBody =
    "HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

  /// Counts the bytes of a body that does not say how long it is.
  private func limitBody(of message: OpaquePointer) {
    csoup_on_chunk(
      message,
      { message, chunk, data in
        guard let message, let chunk else { return }
        let size = g_bytes_get_size(chunk)
        Crossing(data).enter(message) { $0.count(Int(size), of: $1) }
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func count(_ bytes: Int, of message: OpaquePointer) {
    let object = UnsafeMutableRawPointer(message).assumingMemoryBound(to: GObject.self)
    let before = Int(bitPattern: g_object_get_data(object, "body-bytes"))
    g_object_set_data(object, "body-bytes", UnsafeMutableRawPointer(bitPattern: before + bytes))
    guard before <= options.bodyBytes, before + bytes > options.bodyBytes else { return }
    csoup_refuse_body(message, Self.refusalOfBody)
  }

  // MARK: Answers

  private func answer(_ message: OpaquePointer, path: String, query: OpaquePointer?) {
    let route = Route(path: path) { name in
      csoup_query_value(query, name).map { String(cString: $0) }
    }
    guard let route else {
      Response.text(404, "There is nothing of that name.").put(into: message)
      return
    }
    if case .asset(let asset) = route {
      Response(status: 200, mediaType: asset.mediaType, body: asset.data).put(into: message)
      return
    }
    let token = csoup_request_header(message, "Postil-Token").map { String(cString: $0) }
    let key = newKey()
    g_object_ref(UnsafeMutableRawPointer(message))
    csoup_on_finished(
      message,
      { message, data in
        guard let message else { return }
        Crossing(data).enter(message) { $0.forget($1) }
      }, Unmanaged.passUnretained(self).toOpaque())
    soup_server_message_pause(message)
    let watch = csoup_watch_client(
      message,
      { message, data in
        guard let message else { return }
        Crossing(data).enter(message) { $0.abandon($1) }
      }, Unmanaged.passUnretained(self).toOpaque())
    exchanges[key] = Exchange(message: message, watch: watch)
    keys[message] = key
    exchanges[key]?.task = Task {
      let response = await response(to: route, token: token)
      finish(key, response)
    }
  }

  private nonisolated func response(to route: Route, token: String?) async -> Response {
    do {
      switch route {
      case .asset: return .text(404, "There is nothing of that name.")
      case .outline: return try await .json(session.outline(token: token))
      case .words(let page): return try await .json(session.words(ofPage: page, token: token))
      case .marks(let page): return try await .json(session.marks(ofPage: page, token: token))
      case .search(let text, let page):
        return try await .json(session.search(text, fromPage: page, token: token))
      case .tile(let address):
        let data = try await session.tile(address, token: token)
        return Response(status: 200, mediaType: "image/png", body: data, isKept: true)
      }
    } catch {
      return .error(error)
    }
  }

  private func finish(_ key: Int, _ response: Response) {
    guard let message = exchanges[key]?.message else { return }
    response.put(into: message)
    soup_server_message_unpause(message)
    end(key)
  }

  /// The connection ended, or the answer is with the browser.
  private func forget(_ message: OpaquePointer) {
    guard let key = keys[message] else { return }
    exchanges[key]?.task?.cancel()
    end(key)
  }

  /// The browser went while its message was paused: the message goes on, so that libsoup meets the end of the connection.
  private func abandon(_ message: OpaquePointer) {
    guard let key = keys[message] else { return }
    finish(key, .text(503, "Nobody waits for this."))
  }

  func end(_ key: Int) {
    guard let exchange = exchanges.removeValue(forKey: key) else { return }
    keys[exchange.message] = nil
    csoup_end_watch(exchange.watch)
    exchange.task?.cancel()
    csoup_no_more_signals(
      UnsafeMutableRawPointer(exchange.message), Unmanaged.passUnretained(self).toOpaque())
    g_object_unref(UnsafeMutableRawPointer(exchange.message))
  }
}
