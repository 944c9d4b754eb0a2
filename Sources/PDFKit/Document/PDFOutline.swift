public import Foundation
internal import Postil

/// An item of a document's outline, with those below it. The root itself shows nothing.
open class PDFOutline: NSObject {
  /// The document; `nil` for an item that is in none.
  open var document: PDFDocument? { parent?.document ?? owner }
  /// The item that it is below; `nil` for the root.
  open private(set) weak var parent: PDFOutline?
  /// The items below it.
  private var children: [PDFOutline] = []
  private var item: OutlineItem
  /// Of the root alone.
  weak var owner: PDFDocument?
  /// Where it leads, if that was set before it came into a document.
  private var pending: PDFAction?

  /// Makes an item that is in no outline.
  public override init() { item = OutlineItem("") }

  init(_ item: OutlineItem) {
    self.item = item
    super.init()
    children = item.children.map(PDFOutline.init)
    for child in children { child.parent = self }
  }

  /// The root of an outline.
  convenience init(_ outline: Outline, of document: PDFDocument) {
    self.init(OutlineItem("", children: outline.items))
    owner = document
  }

  /// How many items are right below it.
  open var numberOfChildren: Int { children.count }

  /// Its index among the items of its parent.
  open var index: Int { parent?.children.firstIndex { $0 === self } ?? 0 }

  /// The item at an index below it; `nil` if there is none.
  open func child(at index: Int) -> PDFOutline? { children.indices.contains(index) ? children[index] : nil }

  /// Puts an item below this one. It is taken from where it was.
  open func insertChild(_ child: PDFOutline, at index: Int) {
    var above: PDFOutline? = self
    while let item = above {
      if item === child { return }
      above = item.parent
    }
    child.removeFromParent()
    children.insert(child, at: min(max(index, 0), children.count))
    child.parent = self
    document?.outlineChanged()
  }

  /// Takes the item out of the outline, with those below it.
  open func removeFromParent() {
    guard let parent else { return }
    let document = document
    parent.children.removeAll { $0 === self }
    self.parent = nil
    document?.outlineChanged()
  }

  /// The text; `nil` for the root.
  open var label: String? {
    get { owner == nil ? item.label : nil }
    set {
      item.label = newValue ?? ""
      document?.outlineChanged()
    }
  }

  /// Whether the items below it are shown.
  open var isOpen: Bool {
    get { item.isOpen }
    set {
      item.isOpen = newValue
      document?.outlineChanged()
    }
  }

  /// Where it leads; `nil` if it leads to no place of the document.
  open var destination: PDFDestination? {
    get { (action as? PDFActionGoTo)?.destination }
    set { action = newValue.map { PDFActionGoTo(destination: $0) } }
  }

  /// What it does.
  open var action: PDFAction? {
    get {
      pending ?? item.target.flatMap { target in document.flatMap { PDFAction.action(for: target, in: $0) } }
    }
    set {
      pending = newValue
      if newValue == nil { item.target = nil }
      document?.outlineChanged()
    }
  }

  /// The item as a value, with those below it.
  func value(in engine: Engine) -> OutlineItem {
    if let target = pending?.target(in: engine) {
      item.target = target
      pending = nil
    }
    var result = item
    result.children = children.map { $0.value(in: engine) }
    return result
  }
}
