#if DEBUG
  import CPostilSandbox
  import CPostilSystem
  import Glibc
  import PostilRenderProtocol

  extension PlantedFault {
    /// Has the fault happen. Returns what worked of what is forbidden.
    ///
    /// - Parameters:
    ///   - socket: The connection with the program.
    ///   - hasRemedies: Whether remedies are on.
    func happen(_ socket: MessageSocket, hasRemedies: Bool) -> [String] {
      switch kind {
      case .abort: abort()
      case .nullPointer: UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
      case .endlessLoop, .endlessOpening: while getpid() > 0 {}
      case .endlessMemory:
        while let memory = malloc(64 << 20) { memset(memory, 1, 64 << 20) }
        abort()
      case .stackOverflow: _ = Self.recurse(1)
      case .escape: return Self.escapes(postil_worker, socket)
      case .escapeAtOpening: return Self.workedAtOpening
      case .crashWithRemedies: if hasRemedies { abort() }
      case .crashWithRemediesAtOpening: break
      }
      return []
    }

    /// What worked before the process was forked.
    private nonisolated(unsafe) static var workedAtOpening: [String] = []

    /// What happens in the process that opens the document.
    func happenAtOpening(_ socket: MessageSocket, hasRemedies: Bool) {
      switch kind {
      case .endlessOpening: _ = happen(socket, hasRemedies: hasRemedies)
      case .crashWithRemediesAtOpening: if hasRemedies { abort() }
      case .escapeAtOpening:
        Self.workedAtOpening = Self.escapes(postil_server, socket)
        socket.handle.withNumber { postil_watch_hangup($0) }
      default: break
      }
    }

    @inline(never) private static func recurse(_ depth: Int) -> Int {
      withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) { bytes in
        bytes[0] = UInt8(truncatingIfNeeded: depth)
        return recurse(depth + 1) + Int(bytes[0])
      }
    }

    /// What worked of what is forbidden; "tried" last.
    private static func escapes(_ role: postil_role, _ socket: MessageSocket) -> [String] {
      var worked: [String] = []
      func note(_ name: String, _ result: Int32) { if result >= 0 { worked.append(name) } }
      note("read /etc/passwd", open("/etc/passwd", O_RDONLY))
      if let home = getenv("HOME") {
        note("read a file of the home", open("\(String(cString: home))/secret.txt", O_RDONLY))
      }
      note("read the program", open("/proc/self/exe", O_RDONLY))
      note("list the root", open("/", O_RDONLY | O_DIRECTORY))
      note("write a file", open("/tmp/postil-render-was-here", O_WRONLY | O_CREAT, 0o600))
      note(
        "write among the fonts", open("/usr/share/fonts/postil-render-was-here", O_WRONLY | O_CREAT, 0o600))
      note("see memory of another process", open("/proc/1/mem", O_RDONLY))
      note("fork as the C library does", forkOnce(role))
      socket.handle.withNumber { socket in
        withUnsafeMutablePointer(to: &worked) { worked in
          postil_try_calls(
            role, socket,
            { name, worked in
              guard let name else { return }
              worked?.assumingMemoryBound(to: [String].self).pointee.append(String(cString: name))
            }, worked)
        }
      }
      return worked + ["tried"]
    }

    /// A server would wait for a permit until its program gives up.
    private static func forkOnce(_ role: postil_role) -> Int32 {
      guard role == postil_worker else { return -1 }
      let child = postil_fork()
      if child == 0 { _exit(0) }
      return child
    }
  }
#endif
