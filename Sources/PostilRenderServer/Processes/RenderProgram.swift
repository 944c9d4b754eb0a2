import CPostilSystem
import Glibc

/// What a program that draws pages does: it is the launcher of servers, one for each document. Started by the library, never
/// by people: its only connection is descriptor 3, over which those of servers come.
package enum RenderProgram<Library: DrawingLibrary> {
  package static func run() -> Never {
    guard fcntl(3, F_GETFD) >= 0 else {
      let text =
        "\(Library.program) draws the pages of documents for programs that use Postil. It is started by them.\n"
      _ = text.utf8CString.withUnsafeBytes { write(2, $0.baseAddress, $0.count - 1) }
      exit(64)
    }
    var launcher = RenderLauncher<Library>(socket: 3)
    launcher.run()
  }
}
