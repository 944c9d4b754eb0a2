import Foundation
import PostilModel
import PostilTestSupport
import Synchronization
import Testing

@testable import PostilRender

@Suite struct PreviewStoreTests {
  private let folder: TemporaryFolder
  private let root: URL
  private let document = PreviewDocument(identity: "a document".utf8)

  init() throws {
    folder = try TemporaryFolder()
    root = folder.url.appendingPathComponent("cache/previews")
  }

  /// Noise, which cannot be packed, or stripes.
  private static func image(_ width: Int, _ height: Int = 30, seed: Int = 1, isNoise: Bool = true) throws
    -> PageImage
  {
    let buffer = try PixelBuffer(ImageSize(width: Double(width), height: Double(height), scale: 1))
    var random = SeededGenerator(seed: UInt64(seed))
    for index in stride(from: 0, to: buffer.bytes.count, by: 4) {
      let value = isNoise ? UInt32(truncatingIfNeeded: random.next()) : UInt32(index / 400 % 2 * seed)
      buffer.bytes.storeBytes(of: value | 0xFF00_0000, toByteOffset: index, as: UInt32.self)
    }
    return PageImage(buffer)
  }

  private static func same(_ a: PageImage?, _ b: PageImage) -> Bool {
    guard let a, a.width == b.width, a.height == b.height else { return false }
    return a.withPixels { first in b.withPixels { second in first.elementsEqual(second) } }
  }

  private func key(_ page: Int, width: Int = 40) -> PreviewFileKey {
    PreviewFileKey(page: page, width: width)
  }

  private func file(_ key: PreviewFileKey) -> URL {
    root.appendingPathComponent(document.folderName).appendingPathComponent(key.fileName)
  }

  private func mode(_ url: URL) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: url.path))?[.posixPermissions] as? Int
  }

  @Test func previewsAreThereAgain() throws {
    let store = PreviewStore(folder: root)
    #expect(store.image(key(1), of: document) == nil)
    let image = try Self.image(40)
    store.store(image, key(1), of: document)
    #expect(Self.same(store.image(key(1), of: document), image))
    #expect(store.image(key(2), of: document) == nil)
    #expect(store.image(key(1), of: PreviewDocument(identity: "another".utf8)) == nil)
    let other = try Self.image(40, 20, seed: 2, isNoise: false)
    store.store(other, key(1), of: document)
    let pool = PixelBufferPool(byteLimit: 1 << 20)
    #expect(Self.same(PreviewStore(folder: root).image(key(1), of: document, pool: pool), other))
    #expect(pool.statistics.count == 1)
    store.store(other, key(3, width: 41), of: document)
    #expect(store.image(key(3, width: 41), of: document) == nil)
    let statistics = store.statistics
    #expect(statistics.hits == 1 && statistics.misses == 4)
    store.removeAll(of: document)
    #expect(store.statistics.count == 0 && store.statistics.bytes == 0)
  }

  @Test func onlyTheirOwnerReadsThem() throws {
    let store = PreviewStore(folder: root)
    try store.store(Self.image(40), key(1), of: document)
    #expect(mode(file(key(1))) == 0o600)
    #expect(mode(file(key(1)).deletingLastPathComponent()) == 0o700)
    #expect(mode(root) == 0o700)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: file(key(1)).deletingLastPathComponent().path)
    #expect(names == [key(1).fileName])
  }

  @Test func namesStayTheSame() {
    #expect(PreviewDocument(identity: "".utf8).folderName == "6c62272e07bb014262b821756295c58d")
    #expect(PreviewDocument(identity: "foobar".utf8).folderName == "343e1662793c64bf6f0d3597ba446f18")
    let key = PreviewFileKey(page: 12, width: 400)
    #expect(key.fileName == "12-400.preview" && PreviewFileKey(fileName: key.fileName) == key)
    let other = PreviewFileKey(page: 12, width: 400, renderer: .pdfium)
    #expect(other.fileName == "12-400-pdfium.preview" && PreviewFileKey(fileName: other.fileName) == other)
    for name in [
      "", ".preview", "1.preview", "1-x.preview", "1--2.preview", "1-2-3.preview", "1-2", ".1.tmp",
      "1-2-poppler.preview", "1-2-pdfium-1.preview",
    ] {
      #expect(PreviewFileKey(fileName: name) == nil)
    }
  }

  @Test func damagedFilesAreMissingAndRemoved() throws {
    let store = PreviewStore(folder: root)
    try store.store(Self.image(40), key(1), of: document)
    let good = try [UInt8](Data(contentsOf: file(key(1))))
    var random = SeededGenerator(seed: 3)
    var bad: [[UInt8]] = [
      [], [0], Array(good.dropLast()), Array(good.prefix(16)), Array(good.prefix(15)), good + [0],
    ]
    bad.append(try [UInt8](Self.image(40).pngData()))
    for field in [8, 12] {
      for value: UInt32 in [0, 1, 41, 29, 32_768, 0x7FFF_FFFF, .max] {
        var bytes = good
        withUnsafeBytes(of: value) { bytes.replaceSubrange(field..<field + 4, with: $0) }
        bad.append(bytes)
      }
    }
    for _ in 0..<200 {
      var bytes = good
      bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      bad.append(bytes)
      bad.append(Array(good.prefix(Int.random(in: 0..<good.count, using: &random))))
    }
    for bytes in bad {
      try Data(bytes).write(to: file(key(1)))
      #expect(store.image(key(1), of: document) == nil)
      #expect(!FileManager.default.fileExists(atPath: file(key(1)).path))
    }
    try Data(good).write(to: file(key(1)))
    #expect(store.image(key(1), of: document) != nil)
  }

  /// A header that promises much is not believed: 64 MB of zeros fit into 65 KB, but not into 100 bytes.
  @Test func hugeClaimsTakeNoMemory() throws {
    let claim = try PreviewCoder.encode(Self.image(4000, 4000, seed: 0, isNoise: false))
    let bytes = try #require(claim)
    #expect(PreviewCoder.decode(bytes, width: 4000, pool: nil)?.height == 4000)
    #expect(PreviewCoder.decode(Array(bytes.prefix(100)), width: 4000, pool: nil) == nil)
    #expect(try PreviewCoder.encode(Self.image(4100, 4100, seed: 0, isNoise: false)) == nil)
  }

  @Test func whatIsInTheWayIsNoPreview() throws {
    let store = PreviewStore(folder: root)
    try store.store(Self.image(40), key(9), of: document)
    try FileManager.default.createDirectory(at: file(key(1)), withIntermediateDirectories: false)
    #expect(mkfifo(file(key(2)).path, 0o600) == 0)
    #expect(symlink(file(key(9)).path, file(key(3)).path) == 0)
    for page in 1...3 { #expect(store.image(key(page), of: document) == nil) }
  }

  @Test func otherFilesAreLeftAlone() throws {
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    let photo = root.appendingPathComponent("photo.preview")
    let note = root.appendingPathComponent(document.folderName + "/note.txt")
    let store = PreviewStore(folder: root, byteLimit: 6000)
    try store.store(Self.image(40), key(1), of: document)
    try Data(count: 9000).write(to: photo)
    try Data(count: 9000).write(to: note)
    for page in 2...9 { try store.store(Self.image(40), key(page), of: document) }
    #expect(store.statistics.bytes <= 6000 && store.statistics.count == 1)
    #expect(
      FileManager.default.fileExists(atPath: photo.path) && FileManager.default.fileExists(atPath: note.path))
  }

  @Test func whatWasNotUsedForLongestGoesFirst() throws {
    let size = try #require(PreviewCoder.encode(Self.image(40))).count
    let store = PreviewStore(folder: root, byteLimit: size * 8 + 100)
    for page in 1...8 {
      try store.store(Self.image(40), key(page), of: document)
      try setUse(of: key(page), daysAgo: Double(page * 2))
    }
    // Reading makes 8, the oldest, the newest; 1, read within the day, keeps its date.
    #expect(store.image(key(8), of: document) != nil)
    try setUse(of: key(1), daysAgo: 0.5)
    let before = try use(of: key(1))
    #expect(store.image(key(1), of: document) != nil)
    #expect(try use(of: key(1)) == before)
    try store.store(Self.image(40), key(9), of: document)
    let left = (1...9).filter { store.image(key($0), of: document) != nil }
    #expect(left == [1, 2, 3, 4, 5, 8, 9])
    #expect(store.statistics.evictions == 2 && store.statistics.bytes == size * 7)
  }

  private func setUse(of key: PreviewFileKey, daysAgo days: Double) throws {
    let date = Date(timeIntervalSinceNow: -days * 86_400)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file(key).path)
  }

  private func use(of key: PreviewFileKey) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: file(key).path)[.modificationDate] as? Date
  }

  @Test func draftsOfProgramsThatEndedAreRemoved() throws {
    let store = PreviewStore(folder: root)
    try store.store(Self.image(40), key(1), of: document)
    let draft = file(key(1)).deletingLastPathComponent().appendingPathComponent(".1.tmp")
    let fresh = file(key(1)).deletingLastPathComponent().appendingPathComponent(".2.tmp")
    for url in [draft, fresh] { try Data(count: 10).write(to: url) }
    let old = Date(timeIntervalSinceNow: -3600)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: draft.path)
    #expect(PreviewStore(folder: root).statistics.count == 1)
    #expect(!FileManager.default.fileExists(atPath: draft.path))
    #expect(FileManager.default.fileExists(atPath: fresh.path))
  }

  @Test func afterASaveUntouchedPagesKeepTheirPreviews() throws {
    let store = PreviewStore(folder: root)
    let images = try (1...4).map { try Self.image(40, seed: $0) }
    for page in 1...4 { store.store(images[page - 1], key(page), of: document) }
    let saved = PreviewDocument(identity: "a document, saved".utf8)
    let bytes = store.statistics.bytes
    // Page 2 was drawn on; 3 and 4 changed places.
    store.carryOver(from: document, to: saved) { [1: 1, 3: 4, 4: 3][$0] }
    for (old, new) in [(1, 1), (3, 4), (4, 3)] {
      #expect(Self.same(store.image(key(new), of: saved), images[old - 1]))
    }
    #expect(store.image(key(2), of: saved) == nil)
    #expect((1...4).allSatisfy { store.image(key($0), of: document) != nil })
    // Two names of one file take its space once.
    let statistics = PreviewStore(folder: root).statistics
    #expect(statistics.bytes == bytes && statistics.count == 4)
    store.carryOver(from: document, to: saved)
    store.carryOver(from: PreviewDocument(identity: [1]), to: saved)
    #expect(store.image(key(2), of: saved) != nil)
  }

  @Test func aFolderThatCannotBeIsReportedOnce() throws {
    // A file in place of the folder: permissions would not stop everybody.
    let blocked = try folder.file("blocked", Data()).appendingPathComponent("previews")
    let warnings = Mutex<[PDFError]>([])
    let store = PreviewStore(folder: blocked) { error in warnings.withLock { $0.append(error) } }
    for page in 1...3 {
      try store.store(Self.image(40), key(page), of: document)
      #expect(store.image(key(page), of: document) == nil)
      store.carryOver(from: document, to: PreviewDocument(identity: [1]))
    }
    #expect(store.statistics.count == 0)
    let told = warnings.withLock { $0 }
    #expect(told.count == 1 && told.first?.code == .cannotWrite && told.first?.url == blocked)
    #expect(!FileManager.default.fileExists(atPath: blocked.path))
  }

  @Test func twoStoresMayShareAFolder() async throws {
    let size = try #require(PreviewCoder.encode(Self.image(40))).count
    let limit = size * 20
    let stores = (0..<2).map { _ in PreviewStore(folder: root, byteLimit: limit) }
    let images = try (0..<40).map { try Self.image(40, seed: $0 + 1) }
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          var random = SeededGenerator(seed: UInt64(task))
          let store = stores[task % 2]
          for _ in 0..<150 {
            let page = Int.random(in: 0..<40, using: &random)
            if let image = store.image(key(page), of: document) { #expect(Self.same(image, images[page])) }
            store.store(images[page], key(page), of: document)
          }
        }
      }
    }
    let left = PreviewStore(folder: root, byteLimit: limit).statistics
    #expect(left.count > 5 && left.bytes <= limit)
    #expect(try FileManager.default.contentsOfDirectory(atPath: root.path) == [document.folderName])
  }
}
