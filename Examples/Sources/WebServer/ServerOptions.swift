/// Where a server listens, and whom it answers.
public struct ServerOptions: Sendable {
  /// The IP address. Of other machines nobody gets in unless this is changed.
  public var address = "127.0.0.1"
  /// The port; 0 for one that is free.
  public var port: UInt16 = 8080
  /// Names and addresses, without ports, by which browsers may reach it, besides those of this machine and `address`. A
  /// browser that was led here by another name is refused.
  public var hosts: Set<String> = []
  /// How many connections may be open at once.
  public var connections = 2_048
  /// After how many seconds a connection is closed on which nothing happens.
  public var idleSeconds: UInt32 = 60
  /// How many bytes of a request's body are read; no request needs any.
  public var bodyBytes = 64 * 1024
  /// How many bytes may be on their way to a browser that does not answer.
  public var unansweredBytes = 8 << 20

  /// Makes the usual options.
  public init() {}
}
