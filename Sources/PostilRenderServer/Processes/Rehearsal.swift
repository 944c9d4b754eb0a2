import PostilRenderProtocol

/// A small document, opened and drawn as servers and workers do it: what Swift and the libraries look up when they first need
/// it, they know afterwards in every process that is forked. For a process with one thread.
enum Rehearsal<Library: DrawingLibrary> {
  static func run() {
    // Without it, everything is looked up where it is needed.
    try? exchange()
    try? Library.sample.withUnsafeBytes { try draw($0) }
    _ = Library.takeMessages()
  }

  private static func draw(_ bytes: UnsafeRawBufferPointer) throws {
    let limit = RenderingCacheLimit(byteCount: 0, count: 1)
    let drawer = Library.Document.Drawer(try Library.Document(bytes, owner: nil, password: nil), limit: limit)
    let page = WorkerPage(index: 0)
    _ = try drawer.pixels(DrawnArea(page: page, scale: 1, rect: PixelRect(x: 0, y: 0, width: 1, height: 1)))
  }

  /// The messages of a document with one process.
  private static func exchange() throws(MessageError) {
    let ends = try MessageSocket.pair()
    try pass(ServerRequest.open(OpenRequest(byteCount: 1, password: nil, memoryLimit: 1)), ends)
    try pass(ServerRequest.work(RenderingCacheLimit(byteCount: 1, count: 1)), ends)
    try pass(WorkerRequest(.direct, page: WorkerPage(index: 0)), ends)
    try ends.0.send(ServerAnswer())
    try ends.0.send(WorkerAnswer())
  }

  private static func pass<Message: MessageCodable>(
    _ message: Message, _ ends: (MessageSocket, MessageSocket)
  ) throws(MessageError) {
    try ends.0.send(message, descriptors: [ends.0.handle])
    _ = try ends.1.receive(Message.self)
  }
}
