import PostilModel

/// Signatures that a file which is written anew would only have as broken ones (``RewriteOptions/removesSignatures``).
extension SavePlan {
  /// Takes out the values of all signature fields, which stay and show their background and border alone, and what the form and the
  /// catalog say of signatures (ISO 32000-2, 12.7.3, 12.8.4.3 and 12.8.6).
  ///
  /// - Complexity: O(fields).
  func removeSignatures() {
    let appearances = FieldAppearance(changes, writer.texts, embedsFonts: false)
    let removal = SignatureRemoval(changes) { field in
      // It shows who signed.
      guard field["AP"] != nil else { return }
      field["V"] = nil
      field["AP"] = appearances.box(of: field).map { .dictionary(["N": .reference($0)]) }
    }
    removal.clearFields()
    changes.changeForm { form in
      let appendOnly = 2
      if let flags = changes.resolve(form["SigFlags"]).integer {
        form["SigFlags"] = .integer(flags & ~appendOnly)
      }
    }
    changes.changeCatalog { catalog in
      for key in SignatureRemoval.catalogKeys { catalog[key] = nil }
    }
  }
}
