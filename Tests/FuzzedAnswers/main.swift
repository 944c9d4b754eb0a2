// Has engines ask servers and workers that lie, at random, and looks whether this program bears it: it must not trap, grow, keep
// descriptors, or wait longer than it was told to.
//
//   postil-answers [--seconds 60] [--seed 1]

import Dispatch
import Foundation
import PostilModel
import PostilRender
import PostilTestSupport
import PostilRenderProtocol

func option(_ name: String, _ usual: Int) -> Int {
  let words = CommandLine.arguments
  guard let place = words.firstIndex(of: "--\(name)"), place + 1 < words.count else { return usual }
  return Int(words[place + 1]) ?? usual
}

/// The memory of this process, in bytes, without that of shared pieces, which is limited by pools.
func memory() -> Int {
  let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  let pages = text.split(separator: " ").compactMap { Int($0) }
  return pages.count > 2 ? pages[1] * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
}

func descriptorCount() -> Int {
  ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).count
}

func request(_ random: inout SeededGenerator) -> RenderRequest {
  let page = Int.random(in: 0..<50, using: &random)
  let rect = PixelRect(
    x: 0, y: 0, width: .random(in: 1...300, using: &random), height: .random(in: 1...300, using: &random))
  let area = PageArea(renderKey: PageRenderKey(index: page), scale: 1, rect: rect)
  switch Int.random(in: 0..<6, using: &random) {
  case 0: return .tile(area, sameAs: area)
  case 1: return .page(area)
  case 2: return .preview(area, side: 300)
  case 3: return .svg(area.renderKey)
  case 4: return .fonts(area.renderKey)
  default:
    return .text(page, PageTransform(cropBox: PageRect(x: 0, y: 0, width: 612, height: 792)))
  }
}

/// Does with a result what programs do. Returns whether nothing of it is nowhere.
func use(_ result: RenderResult) throws -> Bool {
  switch result {
  case .image(let image): return try !image.pngData().isEmpty
  case .ownText, .layout, .drawings, .svg, .fonts: return true
  case .text(let packed):
    let text = PageText(characters: packed.characters, boxes: packed.boxes)
    _ = try text.matches(of: "a日").count
    return text.boxes.prefix(500).allSatisfy { ($0 * $0).sum().isFinite }
  }
}

/// What was done, and what it took.
struct Figures {
  var (requests, answered, slowest) = (0, 0, Duration.zero)
  var (firstMemory, mostMemory, firstDescriptors, mostDescriptors) = (0, 0, 0, 0)

  mutating func measure() {
    (mostMemory, mostDescriptors) = (max(mostMemory, memory()), max(mostDescriptors, descriptorCount()))
    // What is loaded and kept once is there by then.
    if requests < 3_000 { (firstMemory, firstDescriptors) = (mostMemory, mostDescriptors) }
  }

  var text: String {
    """
    \(requests) requests, \(answered) answered; the slowest three \(slowest); grown by \((mostMemory - firstMemory) >> 20) MB, \
    from \(firstMemory >> 20); \(mostDescriptors - firstDescriptors) descriptors more than \(firstDescriptors)
    """
  }

  var areTooLarge: Bool {
    mostMemory - firstMemory > 64 << 20 || mostDescriptors - firstDescriptors > 100 || slowest > .seconds(10)
  }
}

// Liars write into pipes that this program has closed.
signal(SIGPIPE, SIG_IGN)
let (seconds, seed) = (option("seconds", 60), option("seed", 1))
let clock = ContinuousClock()
let end = clock.now + .seconds(seconds)
let liar = Liar(seed: UInt64(seed) &+ 1)
var random = SeededGenerator(seed: UInt64(seed))
var figures = Figures()

while clock.now < end {
  var options = ProcessOptions()
  options.reopenedByteCount = Bool.random(using: &random) ? 0 : 1 << 20
  let backend = ProcessBackend(RenderSource(Data("%PDF".utf8)), password: nil, options: options) { _ in
    LaunchedProcess(try liar.server())
  }
  var engineOptions = EngineOptions()
  (engineOptions.workerCount, engineOptions.deadline, engineOptions.spareMemory) = (
    2, .milliseconds(200), 8 << 20
  )
  let engine = RenderEngine(backend, url: nil, options: engineOptions)
  for _ in 0..<40 where clock.now < end {
    let batch = (0..<3).map { _ in request(&random) }
    let start = clock.now
    figures.answered += await withTaskGroup(of: Bool.self) { group in
      for request in batch {
        group.addTask {
          guard let result = try? await engine.result(of: request, RenderUrgency(.visible)) else {
            return false
          }
          guard (try? use(result)) == true else { fatalError("A result cannot be used.") }
          return true
        }
      }
      var count = 0
      for await isAnswered in group where isAnswered { count += 1 }
      return count
    }
    figures.requests += batch.count
    figures.slowest = max(figures.slowest, clock.now - start)
    if Int.random(in: 0..<4, using: &random) == 0 { engine.retry() }
    _ = (engine.statistics, engine.messages(ofPage: 0))
  }
  figures.measure()
}
print(figures.text)
print(Liar.Lie.allCases.map { "\($0) \(liar.counts[$0] ?? 0)" }.joined(separator: ", "))
if figures.areTooLarge {
  print("too much")
  exit(1)
}
