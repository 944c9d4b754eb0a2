package import Foundation
package import PostilModel

/// An update with a signature that has no value yet: what is to be signed is known, and the value is put in once it is there.
package struct PlannedSignature: Sendable {
  private let planned: PlannedSave
  private let update: PlannedUpdate
  /// Where the value is to be, brackets included, in the update.
  private let gap: Range<Int>
  /// What the form asks of the value.
  package let requirements: SignatureSeed.MessageRequirements

  /// How many bytes there are before the update.
  private var length: Int { planned.bytes.pointer.count + planned.appendedBytes.count }
  /// How many bytes the value may have.
  package var room: Int { gap.count / 2 - 1 }

  fileprivate init(
    _ planned: PlannedSave, _ update: PlannedUpdate, signature: ObjectID,
    _ requirements: SignatureSeed.MessageRequirements
  ) throws {
    self.requirements = requirements
    guard case .own(let place)? = update.result.places[signature],
      let range = Self.find("/ByteRange [0 ", in: update.result.bytes, place),
      let contents = Self.find("/Contents <", in: update.result.bytes, place),
      let end = update.result.bytes[contents.upperBound..<place.upperBound].firstIndex(of: UInt8(ascii: ">"))
    else { throw PDFError(.cannotAppend, "The signature's place cannot be found: nothing was written.") }
    gap = contents.upperBound - 1..<end + 1
    var bytes = update.result.bytes
    let before = planned.bytes.pointer.count + planned.appendedBytes.count
    let width = String(SavePlan.unknownNumber).utf8.count
    let numbers = [before + gap.lowerBound, before + gap.upperBound, bytes.count - gap.upperBound]
    for (index, number) in numbers.enumerated() {
      let digits = Array(String(number).utf8)
      let start = range.upperBound + index * (width + 1)
      guard digits.count <= width, start + width <= bytes.count else {
        throw PDFError(.cannotAppend, "The file is too large to be signed.")
      }
      bytes.replaceSubrange(
        start..<start + width,
        with: digits + [UInt8](repeating: UInt8(ascii: " "), count: width - digits.count))
    }
    var update = update
    update.result.bytes = bytes
    self.planned = planned
    self.update = update
  }

  private static func find(_ text: String, in bytes: [UInt8], _ place: Range<Int>) -> Range<Int>? {
    let text = Array(text.utf8)
    guard place.count >= text.count else { return nil }
    let start = (place.lowerBound...place.upperBound - text.count).first {
      bytes[$0..<$0 + text.count].elementsEqual(text)
    }
    return start.map { $0..<$0 + text.count }
  }

  /// Hands out the bytes that are signed, in order.
  ///
  /// - Throws: ``PDFError`` if what was appended to the file earlier cannot be read any more.
  package func forEachSignedPiece(_ body: (UnsafeRawBufferPointer) -> Void) throws {
    for start in stride(from: 0, to: planned.bytes.pointer.count, by: 4 << 20) {
      let end = min(start + 4 << 20, planned.bytes.pointer.count)
      body(UnsafeRawBufferPointer(rebasing: planned.bytes.pointer[start..<end]))
    }
    try planned.appendedBytes.forEachPiece { $0.withUnsafeBytes(body) }
    update.result.bytes.withUnsafeBytes { bytes in
      body(UnsafeRawBufferPointer(rebasing: bytes[..<gap.lowerBound]))
      body(UnsafeRawBufferPointer(rebasing: bytes[gap.upperBound...]))
    }
  }

  /// The save with the value of the signature in it.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if it is too large for the room that was reserved.
  package func completed(with value: [UInt8]) throws -> PlannedSave {
    guard value.count <= room else {
      throw PDFError(
        .invalidArgument,
        "The signature has \(value.count) bytes, and \(room) were reserved: reserve more and sign again.")
    }
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * value.count)
    for byte in value { digits += [ByteClass.hexDigit(byte >> 4), ByteClass.hexDigit(byte & 15)] }
    var update = update
    update.result.bytes.replaceSubrange(gap.lowerBound + 1..<gap.lowerBound + 1 + digits.count, with: digits)
    return planned.with(.append(update))
  }
}

extension FileStore {
  /// Plans an update that signs a state of the document: with the changes that are not saved yet, which it signs too.
  ///
  /// - Parameter target: The file; `nil` for the document's own, or if it is not to be written to a file.
  /// - Throws: ``PDFError`` with code `.cannotAppend`, `.wouldBreakSignature`, `.invalidArgument`, `.unsupported`, `.pageOutOfRange` or
  ///   `.damaged`.
  package func planSignature(
    _ state: DocumentState, _ request: SignatureRequest, to target: URL?, options: SaveOptions
  ) throws -> PlannedSignature {
    do {
      var kinds: Set<LaterChanges.Kind> = [.signatures]
      // A new field that shows something is an annotation more.
      if case .new(_, _, let rect) = request.place, !rect.isEmpty { kinds.insert(.annotations) }
      try requirePermitted(changeKinds(to: state).union(kinds), options)
      try requireUnlocked(state, options)
      if request.certifies != nil, !signatures.isEmpty {
        throw PDFError(
          .invalidArgument, "The document is signed already: only its first signature can certify it.")
      }
      let (field, state) = try field(for: request.place, in: state)
      var (method, plan) = try prepare(state, .incremental(safety: options.safety))
      guard case .append(let base) = method else {
        throw PDFError(.cannotAppend, "Only changes that are appended can be signed.")
      }
      let (signature, requirements) = try plan.addSignature(request, toFieldNamed: field)
      try graph.requireReadable(url)
      let objects = try plan.changes.withStreamData()
      let update = update(objects, plan, base, unpacked: [signature])
      let unreadable = try UpdateCheck.check(
        update, objects, base: base, length: fileSize, encryption: graph.appended.encryption)
      try requireReadableTree(plan, state)
      let work = PlannedUpdate(result: update, objects: objects, unreadable: unreadable, base: base)
      let planned = PlannedSave(
        work: .append(work), plan: plan, state: state, destination: target ?? url,
        isOwn: (target ?? url).map(isOwnFile) ?? false, options: options, known: identity,
        bytes: graph.reader.bytes,
        appendedBytes: graph.appended.bytes, password: password, openOptions: openOptions,
        synchronize: synchronize, warnings: conformityWarnings(plan, method, options, state))
      return try PlannedSignature(planned, work, signature: signature, requirements)
    } catch let error as PDFError {
      throw located(error, target)
    }
  }
}

extension PlannedSave {
  /// The same with other work.
  fileprivate func with(_ work: Work) -> PlannedSave {
    var copy = self
    copy.work = work
    return copy
  }
}
