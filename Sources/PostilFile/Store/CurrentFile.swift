import Foundation
import PostilModel

/// The file of a document as it is now, and what is known of it. An update changes it; a rewrite makes another.
struct CurrentFile {
  let graph: ObjectGraph
  var tree: PageTree
  /// What an update follows; why none can, if none can.
  var incrementalBase: Result<IncrementalBase, XrefChain.Unusable>
  /// The size of the file, if the bytes that are read are ``LostXref/mended(_:)``.
  var mendedSize: Int?

  /// The page objects that are known.
  var pageObjects: [PageID: ObjectID] = [:]
  /// Pages that an update took out of the page tree: their objects are still in the file, and undo may bring them back.
  var removedPages: [PageID: RemovedPage] = [:]
  /// Objects of pages that a rewrite left out, where something leads to them: empty dictionaries, which are the pages' again
  /// when undo brings them back.
  var remains: [PageID: ObjectID] = [:]
  /// What was copied of other documents, and what the file has for it.
  var importedObjects: [ObjectIdentifier: [ObjectID: ObjectID]] = [:]
  /// The images that updates wrote for annotations, and their objects.
  var images: [Data: ObjectID] = [:]
  /// The streams that stood in values which edits set, by their digests.
  var enteredStreams: [[UInt8]: ObjectID] = [:]
  /// What objects of the file as it was opened are in it.
  var numbers = ObjectNumbers()
  /// How often the file was written anew since it was opened.
  var rewrites = 0
  /// What names annotations that updates took out of the file.
  var listings = AnnotationListings()
  /// The objects of outline items, also of those that were taken out; `nil` until they are needed.
  var outlineObjects: [OutlineItem.ID: ObjectID]?

  /// The annotations that several pages list, as far as updates did not give each its own; `nil` until they are needed.
  var sharedAnnotations: Set<ObjectID>?

  init(
    _ graph: ObjectGraph, _ tree: PageTree, _ base: Result<IncrementalBase, XrefChain.Unusable>,
    mendedSize: Int?
  ) {
    (self.graph, self.tree, incrementalBase, self.mendedSize) = (graph, tree, base, mendedSize)
  }
}
