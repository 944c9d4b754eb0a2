/// Signatures that are taken out of fields (ISO 32000-2, 12.7.5.5): a file that is written anew or redacted would only have them as broken
/// ones, and those of copied pages cover another file. The fields stay.
struct SignatureRemoval {
  private let changes: ObjectChanges
  private let other: (inout PDFDictionary) -> Void

  /// - Parameter other: What else becomes of a field that loses its signature, before it does.
  init(_ changes: ObjectChanges, other: @escaping (inout PDFDictionary) -> Void = { _ in }) {
    (self.changes, self.other) = (changes, other)
  }

  /// Takes the signature out of a field, or a widget of one.
  func clear(_ field: inout PDFDictionary) {
    other(&field)
    field["V"] = nil
  }

  /// What the catalog says of signatures (ISO 32000-2, 12.8.4.3 and 12.8.6).
  static let catalogKeys: [PDFName] = ["Perms", "DSS"]

  /// Clears the signature fields of the form that have a value, and what is below them.
  ///
  /// - Complexity: O(fields).
  func clearFields() {
    let form = changes.form
    let nodes = changes.fieldNodes(of: form)
    var signed: Set<Int> = []
    // The objects in which fields stand that are none of their own; `nil` is the form.
    var (holders, mixed): ([ObjectID?], Set<ObjectID?>) = ([], [])
    for (index, node) in nodes.enumerated() {
      let list = node.parent.map { nodes[$0].dictionary["Kids"] } ?? form?["Fields"]
      holders.append(node.object.reference ?? list?.reference ?? node.parent.flatMap { holders[$0] })
      guard node.type == "Sig", node.dictionary["V"] != nil || node.parent.map(signed.contains) == true else {
        continue
      }
      signed.insert(index)
      if let id = node.object.reference {
        changes.set(id, to: .dictionary(cleared(node.dictionary)))
      } else {
        mixed.insert(holders[index])
      }
    }
    for holder in mixed { clearFields(in: holder) }
  }

  /// Clears fields that stand in an object which is none of them alone; `nil` is the form.
  private func clearFields(in holder: ObjectID?) {
    func mapped(_ object: PDFObject) -> PDFObject? {
      object.mapDictionaries { field in
        let isSigned =
          changes.resolve(field["FT"]).name == "Sig" && field["V"] != nil
          || changes.resolve(field["V"]).dictionary?.isSignature == true
        return isSigned ? cleared(field) : nil
      }
    }
    if let holder {
      if let object = mapped(changes.object(holder)) { changes.set(holder, to: object) }
    } else {
      changes.changeForm { form in form = mapped(.dictionary(form))?.dictionary ?? form }
    }
  }

  private func cleared(_ field: PDFDictionary) -> PDFDictionary {
    var field = field
    clear(&field)
    return field
  }
}

extension ObjectSource {
  /// Whether a field, given with those above it, nearest first, is one for signatures.
  func isSignatureField(_ chain: [PDFDictionary]) -> Bool { inherited("FT", in: chain).name == "Sig" }

  /// Whether it is signed.
  func isSigned(_ chain: [PDFDictionary]) -> Bool {
    isSignatureField(chain) && !inherited("V", in: chain).isNull
  }

  private func inherited(_ key: PDFName, in chain: [PDFDictionary]) -> PDFObject {
    chain.lazy.map { self.resolve($0[key]) }.first { !$0.isNull } ?? .null
  }
}
