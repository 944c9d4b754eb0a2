import Foundation
import PostilModel

/// Copies objects and all that they lead to from one file into the changes of another: pages of other documents,
/// what a rewrite left behind in the file that it replaced, and a page that is to be shown alone.
///
/// Copying stops at pages and structure elements: a reference to one leads to what stands for it, and to nothing where there is
/// nothing. Otherwise one link would bring a whole document along.
final class ObjectCopier {
  /// The file that is copied from.
  let source: any ObjectSource
  private let changes: ObjectChanges
  private(set) var copies: [ObjectID: ObjectID]
  /// What an object of the source is in the other file already, besides those that are known.
  var present: (ObjectID) -> ObjectID? = { _ in nil }
  /// What a destination of the source becomes in the other file; `nil` if it leads nowhere there: then its action is not copied, and those
  /// that follow it are.
  var destination: (PDFObject) -> PDFObject? = { $0 }
  private var pending: [ObjectID] = []
  /// Copies of streams, fonts and the like, which lead to no page.
  private(set) var shareable: [ObjectID: ObjectID] = [:]
  /// The optional content groups that were copied, with their numbers in both files.
  private(set) var layers: [(source: ObjectID, copy: ObjectID)] = []

  /// The keys in the parent tree of the source that copies had there (ISO 32000-2, 14.7.5.4): in another file they would lead to
  /// elements of other content.
  private(set) var structureKeys: Set<Int> = []
  private let keepsStructureKeys: Bool
  private let url: URL?
  /// What relative addresses of the source are relative to, where the other file has another base (ISO 32000-2, table 209).
  private lazy var addressBase: AddressBase? = {
    let base = AddressBase(source)
    return base == AddressBase(changes) ? nil : base
  }()

  /// - Parameters:
  ///   - known: Pages and annotations of the source and what they are in the other file: references to them
  ///     are led there and not followed.
  ///   - keepsStructureKeys: Whether the other file has the parent tree of the source.
  ///   - url: The file that is copied from, for messages.
  init(
    from source: any ObjectSource, to changes: ObjectChanges, known: [ObjectID: ObjectID] = [:],
    keepsStructureKeys: Bool = false, url: URL? = nil
  ) {
    self.source = source
    self.changes = changes
    self.keepsStructureKeys = keepsStructureKeys
    self.url = url
    copies = known
  }

  /// Leads references to an object to one that stands for it.
  func stand(_ copy: ObjectID, for object: ObjectID) { copies[object] = copy }

  /// Whether something stands for an object.
  func isKnown(_ object: ObjectID) -> Bool { copy(of: object) != nil }

  /// What stands for an object; `nil` if nothing does.
  func copy(of object: ObjectID) -> ObjectID? { copies[object] ?? present(object) }

  /// The object with references that mean the same in the other file.
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if a stream cannot be read: an empty one would not be a copy.
  func copy(_ object: PDFObject) throws -> PDFObject {
    let result = translate(withDestinations(withWholeAddresses(object)))
    while let id = pending.popLast() {
      guard let copy = copies[id] else { continue }
      let content = try content(of: id)
      changes.set(copy, to: content)
      if content.isStream || Self.sharedTypes.contains(content.dictionary?["Type"]?.name ?? "") {
        shareable[id] = copy
      }
    }
    return result
  }

  /// Puts another object in the place of the copy of one.
  func replace(_ object: ObjectID, by content: PDFObject) throws {
    guard let copy = try copy(.reference(object)).reference else { return }
    shareable[object] = nil
    changes.set(copy, to: content)
  }

  private static let sharedTypes: Set<PDFName> = ["Font", "FontDescriptor", "ExtGState", "Encoding"]

  private func content(of id: ObjectID) throws -> PDFObject {
    let object = withDestinations(withWholeAddresses(withoutStructureKeys(source.object(id))))
    guard case .stream(var dictionary, .inFile) = object else { return translate(object) }
    // It is written anew; copied, it may be an object that nothing needs.
    dictionary["Length"] = nil
    do {
      return translate(.stream(dictionary, .encoded(try source.streamData(id))))
    } catch let error as PDFError {
      throw error.about(url)
    }
  }

  private func withoutStructureKeys(_ object: PDFObject) -> PDFObject {
    guard !keepsStructureKeys, var dictionary = object.dictionary else { return object }
    var isChanged = false
    for key in ["StructParents", "StructParent"] as [PDFName] {
      guard let value = dictionary[key] else { continue }
      if let number = source.resolve(value).integer { structureKeys.insert(number) }
      dictionary[key] = nil
      isChanged = true
    }
    guard isChanged else { return object }
    if case .stream(_, let body) = object { return .stream(dictionary, body) }
    return .dictionary(dictionary)
  }

  private func withWholeAddresses(_ object: PDFObject) -> PDFObject {
    addressBase.map { $0.completing(object, source) } ?? object
  }

  private func withDestinations(_ object: PDFObject) -> PDFObject {
    guard case .dictionary(let dictionary) = object else { return object }
    let actions = ActionDestinations(objects: source, replacement: destination)
    return actions.replacing(in: dictionary).map(PDFObject.dictionary) ?? object
  }

  private func translate(_ object: PDFObject) -> PDFObject {
    object.mapReferences { id in number(id).map { .reference($0) } ?? .null }
  }

  private func number(_ id: ObjectID) -> ObjectID? {
    if let known = copy(of: id) { return known }
    let dictionary = source.object(id).dictionary
    switch dictionary?["Type"]?.name {
    case "Page"?, "Pages"?, "Catalog"?, "StructTreeRoot"?, "StructElem"?: return nil
    default: break
    }
    let copy = changes.allocate()
    copies[id] = copy
    if dictionary?["Type"]?.name == "OCG" { layers.append((id, copy)) }
    pending.append(id)
    return copy
  }

  // MARK: - Layers

  /// Lists the layers (optional content groups, ISO 32000-2, 8.11) of what was copied in the catalog of the target, hidden
  /// where they were hidden: a reader shows layers that are not listed, and lets people switch those that are in order.
  func listLayers() {
    guard !layers.isEmpty else { return }
    let hidden = LayerConfiguration(source).hidden
    var lists = CopiedLayerLists(source, layers)
    changes.changeCatalog { list(in: &$0, hidden) { lists.append(to: &$0, of: changes) } }
  }

  /// The same for a document that shows just these layers, whatever they are used for.
  func listLayers(hiding hidden: Set<ObjectID>) {
    guard !layers.isEmpty else { return }
    for layer in layers {
      guard var dictionary = changes.object(layer.copy).dictionary else { continue }
      for key in ["Usage", "Intent"] as [PDFName] { dictionary[key] = nil }
      changes.set(layer.copy, to: .dictionary(dictionary))
    }
    changes.changeCatalog { list(in: &$0, hidden) { _ in } }
  }

  private func list(
    in catalog: inout PDFDictionary, _ hidden: Set<ObjectID>, _ complete: (inout PDFDictionary) -> Void
  ) {
    var properties = changes.resolve(catalog["OCProperties"]).dictionary ?? [:]
    var standard = changes.resolve(properties["D"]).dictionary ?? [:]
    var all = changes.resolve(properties["OCGs"]).array ?? []
    var off = changes.resolve(standard["OFF"]).array ?? []
    for layer in layers {
      all.append(.reference(layer.copy))
      if hidden.contains(layer.source) { off.append(.reference(layer.copy)) }
    }
    properties["OCGs"] = .array(all)
    if !off.isEmpty { standard["OFF"] = .array(off) }
    complete(&standard)
    properties["D"] = .dictionary(standard)
    catalog["OCProperties"] = .dictionary(properties)
  }
}
