import BenchSupport
import Foundation
import Postil

/// Open, change the pages, save.
enum PageCases {
  /// What holds if something goes wrong.
  enum Promise {
    /// The file is wholly the old or wholly the new one, on the disk when the save returns.
    case atomic
    /// The old bytes are never touched, and the disk has the new ones when the save returns.
    case inPlace
    /// No more than the others promise: files that another program must not make shorter, and no waiting for the disk.
    case least

    var opening: OpenOptions { OpenOptions(access: self == .least ? .mapped : .automatic) }

    var saving: SaveOptions {
      var options = SaveOptions.incremental(safety: self == .atomic ? .atomicCopy : .inPlace)
      options.waitsForDisk = self != .least
      return options
    }
  }

  /// A page of another document in the middle.
  static func insert(_ input: CaseInput, _ promise: Promise) throws -> Figures {
    let other = try otherFile(input)
    return try measure(input, promise.opening) { document, url in
      let source = try PDFDocument.openAndWait(other, options: promise.opening)
      try document.insertPagesAndWait(of: source, [source.pageIDs[0]], at: document.pageCount / 2)
      try document.saveAndWait(promise.saving)
      return url
    }
  }

  /// Every second page goes.
  static func deleteHalf(_ input: CaseInput, _ promise: Promise) throws -> Figures {
    try measure(input, promise.opening) { document, url in
      let pages = document.pageIDs
      try document.removePages(stride(from: 1, to: pages.count, by: 2).map { pages[$0] })
      try document.saveAndWait(promise.saving)
      return url
    }
  }

  /// The first hundred pages as a document of their own.
  static func extract(_ input: CaseInput) throws -> Figures {
    try measure(input) { document, url in
      let target = url.appendingPathExtension("new")
      try document.extractPagesAndWait(document.pageIDs.prefix(100)).saveAndWait(to: target)
      return target
    }
  }

  /// Two documents as one.
  static func merge(_ input: CaseInput) throws -> Figures {
    let other = try otherFile(input)
    return try measure(input) { document, url in
      let target = url.appendingPathExtension("new")
      let result = try PDFDocument()
      try result.insertPagesAndWait(of: document, at: 0)
      try result.insertPagesAndWait(of: PDFDocument.openAndWait(other), at: result.pageCount)
      try result.saveAndWait(to: target)
      return target
    }
  }

  private static func otherFile(_ input: CaseInput) throws -> URL {
    guard let path = input.options["other"] else { throw UsageError("the case needs --other FILE") }
    return URL(fileURLWithPath: path)
  }

  /// - Parameter change: Changes and saves; returns the file that was written.
  private static func measure(
    _ input: CaseInput, _ options: OpenOptions = OpenOptions(), _ change: (PDFDocument, URL) throws -> URL
  ) throws -> Figures {
    let url = try input.needFile()
    try Samples.warmUp()
    let clock = ContinuousClock()
    let start = clock.now
    let document = try PDFDocument.openAndWait(url, options: options)
    let target = try change(document, url)
    let end = clock.now
    let size = try FileManager.default.attributesOfItem(atPath: target.path)[.size] as? Int ?? 0
    return [
      "total_ms": (end - start).milliseconds, "file_bytes": Double(size),
      "peak_bytes": Double(ProcessMemory.peak),
    ]
  }
}

/// The largest that the process was, in bytes.
private enum ProcessMemory {
  static var peak: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
      ?? 0
  }
}
