#if DEBUG
  import CSystem
  import Glibc
  import RenderProtocol

  extension PlantedFault {
    /// Has the fault happen. Returns what worked of what is forbidden.
    func happen() -> [String] {
      switch kind {
      case .abort: abort()
      case .nullPointer: UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
      case .endlessLoop, .endlessOpening: while getpid() > 0 {}
      case .endlessMemory:
        while let memory = malloc(64 << 20) { memset(memory, 1, 64 << 20) }
        abort()
      case .stackOverflow: _ = Self.recurse(1)
      case .escape: return Self.escapes
      }
      return []
    }

    @inline(never) private static func recurse(_ depth: Int) -> Int {
      withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) { bytes in
        bytes[0] = UInt8(truncatingIfNeeded: depth)
        return recurse(depth + 1) + Int(bytes[0])
      }
    }

    // Swift's Glibc module leaves these two out.

    private static func signalThread(of process: pid_t) -> Int32 {
      typealias Function = @convention(c) (pid_t, pid_t, Int32) -> Int32
      guard let function = dlsym(nil, "tgkill") else { return -1 }
      return unsafeBitCast(function, to: Function.self)(process, process, 0)
    }

    private static func limits(of process: pid_t) -> Int32 {
      typealias Function = @convention(c) (pid_t, Int32, UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Int32
      guard let function = dlsym(nil, "prlimit") else { return -1 }
      var limit = rlimit()
      return unsafeBitCast(function, to: Function.self)(process, 0, nil, &limit)
    }

    /// What worked of what is forbidden; "tried" last.
    private static var escapes: [String] {
      var worked: [String] = []
      func note(_ name: String, _ result: Int32) { if result >= 0 { worked.append(name) } }
      note("read /etc/passwd", open("/etc/passwd", O_RDONLY))
      note("read the program", open("/proc/self/exe", O_RDONLY))
      note("list the root", open("/", O_RDONLY | O_DIRECTORY))
      note("write a file", open("/tmp/postil-render-was-here", O_WRONLY | O_CREAT, 0o600))
      note(
        "write among the fonts", open("/usr/share/fonts/postil-render-was-here", O_WRONLY | O_CREAT, 0o600))
      note("remove a file", unlink("/tmp/postil-render-was-here-not"))
      note("internet socket", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
      note("local socket", socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
      note("fork", postil_fork())
      note("signal the parent", kill(getppid(), 0))
      note("signal a thread of the parent", signalThread(of: getppid()))
      note("see or set limits of the parent", limits(of: getppid()))
      var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/true"), nil]
      note("start a program", execve("/bin/true", &arguments, nil))
      note("see memory of another process", Int32(truncatingIfNeeded: open("/proc/1/mem", O_RDONLY)))
      return worked + ["tried"]
    }
  }
#endif
