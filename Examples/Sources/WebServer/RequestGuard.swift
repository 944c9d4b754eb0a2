/// Tells requests of the page from those that other sites make a browser send.
struct RequestGuard: Sendable {
  private let hosts: Set<String>

  init(options: ServerOptions) {
    let own: Set<String> = ["localhost", "127.0.0.1", "[::1]", options.address, "[\(options.address)]"]
    hosts = own.union(options.hosts.map { $0.lowercased() })
  }

  /// Whether the request came by a name that the server has: else a site could make its own name lead here.
  func admits(host: String?) -> Bool {
    guard let host = host?.lowercased() else { return false }
    return hosts.contains(Self.name(of: host))
  }

  /// Whether a WebSocket is asked for by the page itself. Browsers always say where a page is from; programs need not.
  func admits(origin: String?, host: String?) -> Bool {
    guard let origin = origin?.lowercased() else { return true }
    guard let host = host?.lowercased() else { return false }
    return origin == "http://\(host)" || origin == "https://\(host)"
  }

  /// The name without the port.
  private static func name(of host: String) -> String {
    guard let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") else { return host }
    return String(host[..<colon])
  }
}
