import Foundation
import PostilModel
import PostilTestSupport
import PostilRenderProtocol
import Testing

@testable import PostilRender

/// Workers that a document brings to do what it likes.
@Suite struct IsolationTests {
  private static let data = PageDocument(pageCount: 3).data

  /// What draws, and whether workers are forked from a server, or each opens the document.
  struct Way: Sendable, CustomTestStringConvertible {
    let renderer: Renderer
    let forks: Bool
    var testDescription: String { "\(renderer), \(forks ? "forked" : "opened")" }

    /// Of the renderers that are there: ``PDFiumTests`` say that PDFium is missing.
    static let all = Renderer.found.flatMap { renderer in
      [true, false].map { Way(renderer: renderer, forks: $0) }
    }
  }

  /// - Parameter forks: Whether workers are forked from a server, or each opens the document.
  private static func backend(
    _ fault: PlantedFault, memory: Int = 1 << 30, forks: Bool = true, _ renderer: Renderer = .poppler
  ) -> ProcessBackend {
    var options = ProcessOptions()
    options.renderer = renderer
    options.reopenedByteCount = forks ? 0 : data.count
    options.fault = fault
    options.memoryLimit = memory
    return ProcessBackend(RenderSource(data), password: nil, options: options)
  }

  private static func engine(_ backend: ProcessBackend, deadline: Duration = .seconds(3_600)) -> RenderEngine
  {
    var options = EngineOptions()
    options.deadline = deadline
    return RenderEngine(backend, url: nil, options: options)
  }

  private func page(_ index: Int) -> RenderRequest { .page(index) }

  private func code(_ body: () async throws -> PageImage) async -> PDFError.Code? {
    do {
      _ = try await body()
      return nil
    } catch {
      return (error as? PDFError)?.code
    }
  }

  @Test(arguments: [PlantedFault.Kind.abort, .nullPointer, .endlessMemory, .stackOverflow], Way.all)
  func aCrashCostsItsPage(_ kind: PlantedFault.Kind, way: Way) async throws {
    let engine = Self.engine(Self.backend(PlantedFault(kind, page: 1), forks: way.forks, way.renderer))
    #expect(try await engine.image(page(0), RenderUrgency(.visible)).width > 0)
    #expect(await code { try await engine.image(page(1), RenderUrgency(.visible)) } == .renderCrashed)
    #expect(try await engine.image(page(2), RenderUrgency(.visible)).width > 0)
    // At once, without another process.
    #expect(await code { try await engine.image(page(1), RenderUrgency(.visible)) } == .renderCrashed)
    #expect(engine.statistics.crashed == 1)
    engine.retry(page: 1)
    #expect(await code { try await engine.image(page(1), RenderUrgency(.visible)) } == .renderCrashed)
    #expect(engine.statistics.crashed == 2)
  }

  @Test(arguments: Way.all) func aHangCostsItsPage(way: Way) async throws {
    let engine = Self.engine(
      Self.backend(PlantedFault(.endlessLoop, page: 1), forks: way.forks, way.renderer),
      deadline: .seconds(10))
    #expect(await code { try await engine.image(page(1), RenderUrgency(.visible)) } == .renderTimedOut)
    #expect(try await engine.image(page(2), RenderUrgency(.visible)).width > 0)
    #expect(engine.statistics.timedOut == 1 && engine.statistics.crashed == 0)
  }

  /// A page that crashes with remedies is drawn without, and so is the document from then on.
  @Test(arguments: [PlantedFault.Kind.crashWithRemedies, .crashWithRemediesAtOpening], [true, false])
  func aCrashThatRemediesCauseCostsNoPage(_ kind: PlantedFault.Kind, forks: Bool) async throws {
    let backend = Self.backend(PlantedFault(kind, page: 1), forks: forks)
    let engine = Self.engine(backend)
    for index in [0, 1, 1, 2] {
      #expect(try await engine.image(page(index), RenderUrgency(.visible)).width > 0)
    }
    #expect(engine.statistics.crashed == 0)
    #expect(backend.remedies == [])
  }

  /// A page that crashes without them too costs nobody the remedies.
  @Test func aCrashOfAPageLeavesTheRemedies() async throws {
    let backend = Self.backend(PlantedFault(.abort, page: 1))
    let engine = Self.engine(backend)
    _ = try await engine.image(page(0), RenderUrgency(.visible))
    let remedies = backend.remedies
    #expect(await code { try await engine.image(page(1), RenderUrgency(.visible)) } == .renderCrashed)
    _ = try await engine.image(page(2), RenderUrgency(.visible))
    #expect(backend.remedies == remedies)
  }

  @Test(arguments: Renderer.found) func aHangAtOpeningIsToldOfEveryPage(renderer: Renderer) async throws {
    let engine = Self.engine(
      Self.backend(PlantedFault(.endlessOpening, page: 0), renderer), deadline: .milliseconds(500))
    for index in 0..<2 {
      #expect(await code { try await engine.image(page(index), RenderUrgency(.visible)) } == .renderTimedOut)
    }
  }

  /// A hundred crashes in a row leave nothing behind.
  @Test(arguments: Way.all) func crashesLeaveNothingBehind(way: Way) async throws {
    let backend = Self.backend(PlantedFault(.abort, page: 1), forks: way.forks, way.renderer)
    let engine = Self.engine(backend)
    _ = try await engine.image(page(0), RenderUrgency(.visible))
    for _ in 0..<100 {
      #expect(await code { try await engine.image(page(1), RenderUrgency(.visible)) } == .renderCrashed)
      engine.retry(page: 1)
    }
    #expect(try await engine.image(page(2), RenderUrgency(.visible)).width > 0)
    #expect(engine.statistics.crashed == 100)
  }

  @Test(arguments: [PlantedFault.Kind.escape, .escapeAtOpening], Way.all)
  func nothingForbiddenWorks(_ kind: PlantedFault.Kind, way: Way) async throws {
    let backend = Self.backend(PlantedFault(kind, page: 0), forks: way.forks, way.renderer)
    let engine = Self.engine(backend)
    _ = try await engine.image(page(0), RenderUrgency(.visible))
    let worked = engine.messages(ofPage: 0)
    #expect(worked.contains("tried"))
    let isolation = try #require(engine.isolation)
    #expect(isolation.limits)
    // Where the system has walls, they hold.
    if isolation.seccomp, isolation.landlock > 0 { #expect(worked == ["tried"]) }
  }

  @Test(arguments: Way.all)
  func lessIsolationThanRequiredOpensNothing(way: Way) async throws {
    var options = ProcessOptions()
    options.renderer = way.renderer
    options.reopenedByteCount = way.forks ? 0 : .max
    // No system has that version.
    options.requiredIsolation.landlock = 1000
    let backend = ProcessBackend(RenderSource(Self.data), password: nil, options: options)
    let engine = Self.engine(backend)
    #expect(await code { try await engine.image(page(0), RenderUrgency(.visible)) } == .unsupported)
    #expect(backend.isolation == nil)
    options.requiredIsolation = ProcessIsolation()
    options.requiredIsolation.limits = true
    let allowed = Self.engine(ProcessBackend(RenderSource(Self.data), password: nil, options: options))
    #expect(try await allowed.image(page(0), RenderUrgency(.visible)).width > 0)
  }

  @Test(arguments: Renderer.found) func workersEndWithTheirOwners(renderer: Renderer) throws {
    var options = ProcessOptions()
    options.renderer = renderer
    var worker: TestWorker? = try TestWorker(Self.data, options: options)
    _ = try worker?.image(ofPage: 0, scale: 1)
    let number = try #require((worker?.worker as? WorkerProcess)?.number)
    #expect(kill(pid_t(number), 0) == 0)
    worker = nil
    while kill(pid_t(number), 0) == 0 { usleep(10_000) }
  }
}
