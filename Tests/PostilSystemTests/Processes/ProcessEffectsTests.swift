#if canImport(Glibc)
  import Glibc
  import PostilSystem
  import Testing

  @Suite struct ProcessEffectsTests {
    /// Pieces put aside are joined all at once, in the middle of a viewer's frame.
    @Test func smallPiecesAreNotPutAsideOnceThatIsAllowed() throws {
      ProcessEffects.malloc.allow()
      let reports = (try #require(MallocReport()), try #require(MallocReport()))
      let before = try #require(reports.0.bytesPutAside())
      let pieces = (0..<200_000).map { _ in malloc(40) }
      for piece in pieces { free(piece) }
      // Otherwise they are 9.6 MB.
      #expect(try #require(reports.1.bytesPutAside()) < before + 1_000_000)
    }

    /// In a process of its own, in which nothing else allocates or has allowed it already.
    @Test func freedMemoryGoesBackToTheSystemOnceThatIsAllowed() async {
      await #expect(processExitsWith: .success) {
        // 45 MB. The last piece lies above the others, so that malloc does not give them back by itself.
        let pieces = (0..<400_000).map { _ in calloc(1, 100) }
        for piece in pieces.dropLast() { free(piece) }
        let freed = ProcessMemory.privateByteCount
        ProcessMemory.returnFreed()
        let kept = ProcessMemory.privateByteCount
        #expect(kept > freed - 4_000_000)
        ProcessEffects.trim.allow()
        #expect(ProcessEffects.trim.isAllowed)
        ProcessMemory.returnFreed()
        #expect(ProcessMemory.privateByteCount < kept - 30_000_000)
        free(pieces.last ?? nil)
      }
    }
  }

  /// What `malloc_info` tells. It is written without asking for memory, which would have the pieces joined.
  private final class MallocReport {
    private typealias MallocInfo = @convention(c) (CInt, UnsafeMutablePointer<FILE>?) -> CInt
    private let mallocInfo: MallocInfo
    private let file: UnsafeMutablePointer<FILE>
    private let text = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 1 << 20)
    private let buffer = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 1 << 20)

    init?() {
      guard let symbol = dlsym(nil, "malloc_info"), let file = fmemopen(text.baseAddress, text.count, "w")
      else { return nil }
      mallocInfo = unsafeBitCast(symbol, to: MallocInfo.self)
      self.file = file
      setvbuf(file, buffer.baseAddress, _IOFBF, buffer.count)
    }

    deinit {
      fclose(file)
      text.deallocate()
      buffer.deallocate()
    }

    /// Of all arenas together: the last total.
    func bytesPutAside() -> Int? {
      _ = mallocInfo(0, file)
      fflush(file)
      let report = text.baseAddress.map { String(cString: $0) } ?? ""
      return report.matches(of: /<total type="fast" count="\d+" size="(\d+)"\/>/).last.flatMap { Int($0.1) }
    }
  }
#endif
