import CommandArguments
import Foundation
import Postil
import WebDocument
import WebServer

/// `postil-web FILE`: serves a document to browsers until it is interrupted.
@main
struct WebCommand {
  static func main() async {
    do {
      let arguments = try WebArguments(Array(CommandLine.arguments.dropFirst()))
      try await serve(arguments)
    } catch let error as UsageError {
      fail(error.message + "\n" + WebArguments.usage, status: 2)
    } catch {
      fail("\(error)", status: 1)
    }
  }

  private static func serve(_ arguments: WebArguments) async throws {
    // Asked before anything else runs, so that a signal is not missed.
    let interruption = Interruption()
    let session = try await DocumentSession(
      arguments.file, password: arguments.password, limits: arguments.limits, rendering: arguments.rendering)
    let server = WebServer(session, options: arguments.server)
    let port = try await server.start()
    let address = arguments.server.address
    let host = address.contains(":") ? "[\(address)]" : address
    // Not by print: what is waited for must not stay in a buffer.
    FileHandle.standardOutput.write(Data("Open http://\(host):\(port)/ in a browser; Ctrl-C ends.\n".utf8))
    await interruption.wait()
    await server.stop()
    if session.document.hasUnsavedChanges {
      let report = try await session.save(by: 0)
      print("Saved: \(report)")
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(status)
  }
}
