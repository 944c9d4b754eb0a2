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
    let session = try await arguments.password.open { password in
      try await DocumentSession(
        arguments.file, password: password, journalFolder: OpenOptions.standardJournalFolder,
        limits: arguments.limits, rendering: arguments.rendering)
    }
    tellOfJournals(session)
    let server = WebServer(session, options: arguments.server)
    let port = try await server.start()
    let address = arguments.server.address
    let host = address.contains(":") ? "[\(address)]" : address
    say("Open http://\(host):\(port)/ in a browser; Ctrl-C ends.")
    await interruption.wait()
    await server.stop()
    if session.document.hasUnsavedChanges {
      do {
        say("Saved: \(try await session.save(by: 0))")
      } catch {
        complain("What was not saved is kept for the next start, or for 'postil recover'.")
        throw error
      }
    }
    session.document.discardJournal()
  }

  /// Says what became of edits that an earlier run did not save.
  private static func tellOfJournals(_ session: DocumentSession) {
    if let recovered = session.recovered {
      say(
        "Recovered \(recovered.stepCount) steps that were not saved when the server ended, the newest of \(recovered.date)."
      )
    }
    for edits in session.unrecovered {
      complain(
        "There are \(edits.stepCount) steps of \(edits.date) that were not saved and do not fit the file any more: "
          + "'postil recover' saves them to another file, or discards them.")
    }
  }

  /// Not by print: what is waited for must not stay in a buffer.
  private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  private static func complain(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

  private static func fail(_ message: String, status: Int32) -> Never {
    complain(message)
    exit(status)
  }
}
