import PostilModel

/// Signatures that a file which is written anew would only have as broken ones (``RewriteOptions/removesSignatures``).
extension SavePlan {
  /// Takes out the values of all signature fields, which stay and show their background and border alone, and what the form and the
  /// catalog say of signatures (ISO 32000-2, 12.7.3, 12.8.4.3 and 12.8.6).
  ///
  /// - Complexity: O(fields).
  func removeSignatures() {
    let form = changes.form
    let nodes = changes.fieldNodes(of: form)
    let appearances = FieldAppearance(changes, writer.texts, embedsFonts: false)
    func unsigned(_ field: PDFDictionary) -> PDFDictionary {
      var field = field
      field["V"] = nil
      // It shows who signed.
      if field["AP"] != nil {
        field["AP"] = appearances.box(of: field).map { .dictionary(["N": .reference($0)]) }
      }
      return field
    }
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
        changes.set(id, to: .dictionary(unsigned(node.dictionary)))
      } else {
        mixed.insert(holders[index])
      }
    }
    for holder in mixed {
      func mapped(_ object: PDFObject) -> PDFObject? {
        object.mapDictionaries { field in
          let isSigned =
            changes.resolve(field["FT"]).name == "Sig" && field["V"] != nil
            || changes.resolve(field["V"]).dictionary?.isSignature == true
          return isSigned ? unsigned(field) : nil
        }
      }
      if let holder {
        if let object = mapped(changes.object(holder)) { changes.set(holder, to: object) }
      } else {
        changes.changeForm { form in form = mapped(.dictionary(form))?.dictionary ?? form }
      }
    }
    changes.changeForm { form in
      let appendOnly = 2
      if let flags = changes.resolve(form["SigFlags"]).integer {
        form["SigFlags"] = .integer(flags & ~appendOnly)
      }
    }
    changes.changeCatalog { catalog in
      for key in ["Perms", "DSS"] as [PDFName] { catalog[key] = nil }
    }
  }
}
