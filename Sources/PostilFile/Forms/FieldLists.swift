import PostilModel

/// The lists of fields in a form while fields are added to them (`/Fields` and `/Kids`, ISO 32000-2, 12.7.3 and 12.7.4): each is
/// read and written once.
struct FieldLists {
  let changes: ObjectChanges
  /// Names on top that fields of the file are not to take.
  private let reserved: Set<String>
  /// By their names the fields that a list of the file has; `nil` is the form's list.
  private var listedNames: [ObjectID?: [String: ObjectID]] = [:]
  /// The same of those that are added.
  private var addedNames: [ObjectID?: [String: ObjectID]] = [:]
  private(set) var added: [ObjectID?: [ObjectID]] = [:]
  /// All fields on top.
  private lazy var roots = Set(listed(in: nil).compactMap(\.reference))
  /// The fields whose names others had.
  private(set) var renamed: [Renaming] = []

  init(_ changes: ObjectChanges, reserving names: Set<String> = []) {
    self.changes = changes
    reserved = names
  }

  private func listed(in parent: ObjectID?) -> [PDFObject] {
    let list = parent.map { changes.object($0).dictionary?["Kids"] } ?? changes.form?["Fields"]
    return changes.resolve(list).array ?? []
  }

  /// The field of a name in a list, without those that are added.
  mutating func listedField(_ name: String, in parent: ObjectID?) -> ObjectID? {
    let known =
      listedNames[parent]
      ?? listed(in: parent).reduce(into: [:]) { names, element in
        guard let id = element.reference, let name = changes.text(changes.object(id).dictionary?["T"]),
          names[name] == nil
        else { return }
        names[name] = id
      }
    listedNames[parent] = known
    return known[name]
  }

  /// The field of a name in a list.
  mutating func field(_ name: String, in parent: ObjectID?) -> ObjectID? {
    listedField(name, in: parent) ?? addedNames[parent]?[name]
  }

  /// The field of a name in a list that others can stand below: a new one if there is none.
  mutating func group(_ name: String, in parent: ObjectID?) -> ObjectID {
    if let known = field(name, in: parent),
      changes.resolve(changes.object(known).dictionary?["Subtype"]).name != "Widget"
    {
      return known
    }
    let group = changes.add(.dictionary([:]))
    append(group, named: name, to: parent)
    return group
  }

  /// Notes a field at the end of a list, under a name that no other there has.
  mutating func append(_ field: ObjectID, named name: String, to parent: ObjectID?) {
    var (free, number) = (name, 2)
    while self.field(free, in: parent) != nil || (parent == nil && reserved.contains(free)) {
      free = "\(name)_\(number)"
      number += 1
    }
    addedNames[parent, default: [:]][free] = field
    if var dictionary = changes.object(field).dictionary, changes.text(dictionary["T"]) != free {
      if dictionary["T"] != nil { renamed.append(Renaming(.field, from: name, to: free)) }
      dictionary["T"] = .string(TextString.encode(free))
      changes.set(field, to: .dictionary(dictionary))
    }
    append(field, to: parent)
  }

  /// Notes a field or a widget at the end of a list.
  mutating func append(_ kid: ObjectID, to parent: ObjectID?) {
    added[parent, default: []].append(kid)
    if parent == nil { roots.insert(kid) }
    guard let parent, var dictionary = changes.object(kid).dictionary else { return }
    dictionary["Parent"] = .reference(parent)
    changes.set(kid, to: .dictionary(dictionary))
  }

  /// Notes a field on top under the name that it has, unless the form lists it.
  mutating func list(_ field: ObjectID) {
    if !roots.contains(field) { append(field, to: nil) }
  }

  /// Writes the lists.
  func write() {
    for (parent, kids) in added {
      let list = PDFObject.array(listed(in: parent) + kids.map { .reference($0) })
      if let parent {
        guard var dictionary = changes.object(parent).dictionary else { continue }
        dictionary["Kids"] = list
        changes.set(parent, to: .dictionary(dictionary))
      } else {
        var form = changes.form ?? [:]
        form["Fields"] = list
        changes.setForm(form)
      }
    }
  }
}
