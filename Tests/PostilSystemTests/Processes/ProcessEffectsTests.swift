#if canImport(Glibc)
  import Glibc
  import PostilSystem
  import Testing

  @Suite struct ProcessEffectsTests {
    /// In a process of its own, in which nothing else allocates or has allowed it already.
    @Test(
      .disabled(
        if: dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil,
        "Sanitizers have a malloc of their own."))
    func freedMemoryGoesBackToTheSystemOnceThatIsAllowed() async {
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
#endif
