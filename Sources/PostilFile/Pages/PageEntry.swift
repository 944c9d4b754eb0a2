import Foundation
import PostilModel

/// A page as a file has it.
struct PageEntry {
  /// The page object; `nil` if the page stands directly in its parent's list, or if it is listed more than once and this
  /// is not the first time.
  let object: ObjectID?
  /// The page's own entries.
  let dictionary: PDFDictionary
  /// What it takes from the nodes above.
  let inherited: PDFDictionary

  /// The page's own entries, and those that it inherits.
  var withInherited: PDFDictionary {
    var result = dictionary
    result.addMissing(inherited)
    return result
  }
}

extension PageTree {
  /// The page at an index, from 0. The tree is replaced if its counts turn out to be wrong.
  ///
  /// - Parameters:
  ///   - count: How many pages the tree is known to have.
  ///   - graph: The objects as they are now, which may be newer than those that the tree was made of.
  ///   - url: The file, for messages.
  /// - Throws: ``PDFError`` with code `.damaged`.
  static func entry(
    at place: Int, in tree: inout PageTree, of count: Int, _ graph: ObjectGraph, _ url: URL?
  ) throws -> PageEntry {
    if let failure = tree.failure { throw failure }
    if let page = tree.pages?[place] {
      let dictionary = page.object.flatMap { graph.object($0).dictionary } ?? page.dictionary
      try graph.requireReadable(url)
      return PageEntry(object: page.object, dictionary: dictionary, inherited: page.inherited)
    }
    do {
      let location = try tree.location(at: place)
      var inherited = PDFDictionary()
      for key in InheritableKey.all { inherited[key] = PageTreeEditor.inherited(key, from: location.parent) }
      try graph.requireReadable(url)
      let dictionary = graph.object(location.id).dictionary ?? [:]
      return PageEntry(object: location.id, dictionary: dictionary, inherited: inherited)
    } catch is PageTree.Mismatch {
      // The counts in the tree are wrong: find out what is there.
      let walked = try PageTree(walking: graph)
      guard walked.count == count else {
        let failure = PDFError(
          .damaged,
          "The file says that it has \(count) pages, but it has \(walked.count): repair it with 'qpdf IN OUT' first.",
          url: url)
        tree.failure = failure
        throw failure
      }
      tree = walked
      return try entry(at: place, in: &tree, of: count, graph, url)
    }
  }
}
