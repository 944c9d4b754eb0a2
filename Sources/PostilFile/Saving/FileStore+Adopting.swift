import Foundation
import PostilModel

/// The last part of a save: from now on what was written is the file.
///
/// Only two versions of the file are kept: the one that was opened, whose bytes a renderer shows anyway, and the one that is
/// there now. What a rewrite left out comes back from the first, see ``rehomed(_:_:on:in:)``.
extension FileStore {
  /// Takes over what was written: reads it from now on.
  package func adopt(_ written: WrittenSave) {
    let planned = written.planned
    identity = written.identity ?? identity
    if let destination = planned.destination { url = destination }
    isNew = false
    caches.forgetSaved()
    if let rewritten = written.rewritten {
      follow(rewritten, planned.plan, planned.state)
    } else if case .append(let update) = planned.work {
      take(planned.plan, update, planned.state)
    }
  }

  /// Takes over what an update wrote.
  private func take(_ plan: SavePlan, _ update: PlannedUpdate, _ state: DocumentState) {
    let isOtherTree = changesTree(state)
    keepSources(of: plan, state)
    let numbers = plan.numbers
    current.take(plan, update, numbers, isOtherTree: isOtherTree)
    for (page, found) in plan.origins { origins[page] = forgettingRemoved(found, on: page, in: state) }
    saved = state
  }

  /// Goes over to the rewritten file.
  private func follow(_ rewritten: WrittenSave.Rewritten, _ plan: SavePlan, _ state: DocumentState) {
    let replaced = graph
    keepSources(of: plan, state)
    // Those of the others that were evicted meanwhile are found again when they are read again.
    var newOrigins = rewritten.origins.filter { plan.origins[$0.key] != nil || origins[$0.key] != nil }
    // Pages that were first looked at while the file was written.
    for (page, known) in origins where newOrigins[page] == nil {
      let relocated = state.index(of: page).flatMap { place in
        try? rewritten.store.relocated(
          known, of: annotations(of: page, in: state).map(\.id), toPageAt: place)
      }
      newOrigins[page] = relocated ?? known
    }
    for (page, known) in newOrigins { origins[page] = rehomed(known, replaced, on: page, in: state) }
    // What its store knows of pages is by other identifiers.
    let fresh = rewritten.store.current
    let rewrites = rewritten.rewrites ?? current.rewrites + 1
    current = CurrentFile(fresh.graph, fresh.tree, fresh.incrementalBase, mendedSize: nil)
    current.remains = rewritten.remains
    (current.numbers, current.enteredStreams, current.rewrites) = (
      rewritten.numbers, rewritten.streams, rewrites
    )
    password = rewritten.password
    saved = state
    openedGraph.reader.forget()
  }

  /// Keeps what the sources of pages have whose annotations a save changed: what is in the file now is told by the changes.
  private func keepSources(of plan: SavePlan, _ state: DocumentState) {
    for page in plan.origins.keys {
      for source in sources(of: page, in: state) { caches.annotations.pin(source) }
    }
  }

  // MARK: - What is no longer in the file

  /// How much memory removed annotations of a page may take whose places in the file are remembered, estimated, in bytes.
  private static let mostRemovedBytes = 256 << 10

  /// Where the annotations of a page are, without those that were made in this session and removed again, once they take
  /// too much memory: undo makes them anew.
  private func forgettingRemoved(
    _ known: [AnnotationID: PageAnnotations.Origin], on page: PageID, in state: DocumentState
  ) -> [AnnotationID: PageAnnotations.Origin] {
    let list = state.index(of: page).flatMap { _ in state.page(page).annotations }
    let removed = known.filter { id, origin in
      list?.index(of: id) == nil && origin.value.canBeMadeAnew && !isFromSource(id, of: page, in: state)
    }
    guard removed.values.reduce(0, { $0 + $1.value.byteCount }) > Self.mostRemovedBytes else { return known }
    return known.filter { removed[$0.key] == nil }
  }

  /// The places of annotations without those in a file that was replaced: what it had of the source of the page is
  /// where it was opened; what was made in this session, undo makes anew.
  private func rehomed(
    _ known: [AnnotationID: PageAnnotations.Origin], _ replaced: ObjectGraph, on page: PageID,
    in state: DocumentState
  ) -> [AnnotationID: PageAnnotations.Origin] {
    let sources = sources(of: page, in: state)
    var result: [AnnotationID: PageAnnotations.Origin] = [:]
    for (id, origin) in known {
      var origin = origin
      let opened = sources.lazy.compactMap { self.caches.annotations[$0]?.origins[id] }
        .first { $0.value.subtype == origin.value.subtype }
      if origin.graph.isOfSameFile(as: replaced) {
        if opened == nil, origin.value.canBeMadeAnew { continue }
        result[id] = opened ?? origin
        continue
      }
      if let record = origin.originalRecord, record.graph.isOfSameFile(as: replaced) {
        if let opened {
          origin.originalRecord = opened.recordAsOpened
        } else if record.value.canBeMadeAnew {
          origin.originalRecord = nil
        }
      }
      result[id] = origin
    }
    return result
  }
}

extension CurrentFile {
  /// Takes over what an update wrote.
  ///
  /// - Parameter numbers: What objects of the file as it was opened are in it.
  fileprivate mutating func take(
    _ plan: SavePlan, _ update: PlannedUpdate, _ numbers: ObjectNumbers, isOtherTree: Bool
  ) {
    graph.append(
      update.result.bytes, update.result.places, update.objects, unreadable: update.unreadable,
      trailer: plan.changes.trailer)
    // It was read before anything was written: see requireReadableTree.
    if isOtherTree, let fresh = try? PageTree(graph) { tree = fresh }
    incrementalBase = .success(
      IncrementalBase(
        chain: update.base.chain, start: update.result.start, nextNumber: update.result.nextNumber,
        size: update.result.size, endsWithNewline: true, updates: update.base.updates + 1))
    importedObjects.merge(plan.importedObjects) { $0.merging($1) { $1 } }
    listings = plan.listings
    enteredStreams = plan.enteredStreams
    self.numbers = numbers
    if let objects = plan.outlineObjects { outlineObjects = objects }
    images = plan.writer.knownImages
    pageObjects.merge(plan.pageObjects) { $1 }
    for page in plan.removedPages.keys { pageObjects[page] = nil }
    removedPages.merge(plan.removedPages) { $1 }
    for page in plan.broughtBack { removedPages[page] = nil }
    for page in plan.broughtIn.keys { remains[page] = nil }
  }
}

extension Annotation {
  /// Whether the value says all that there is to it.
  var canBeMadeAnew: Bool {
    dictionary != nil || (content.capabilities.contains(.added) && foreignKeys.isEmpty)
  }
}
