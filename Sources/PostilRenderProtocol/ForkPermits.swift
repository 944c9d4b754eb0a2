import CPostilSystem

/// What permits forks to a server that may not fork without: it has read a document, which might make it fork on and on.
package struct ForkPermits: Sendable {
  private let handle: OwnedDescriptor

  /// Takes over the descriptor that the server sent.
  package init(_ handle: OwnedDescriptor) { self.handle = handle }

  /// Permits one fork, as soon as the server asks for it. Returns also at the deadline, and when the server has sent something,
  /// which may be why it could not fork: what goes wrong is told by its answer, or by that there is none.
  package func permitOne(_ server: MessageSocket, deadline: MonotonicTime) {
    handle.withNumber { permits in
      server.handle.withNumber { _ = postil_permit_fork(permits, $0, deadline.milliseconds) }
    }
  }
}
