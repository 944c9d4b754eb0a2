package import PostilModel

/// Applies changes to a page's list the way a document does.
package func applied(_ changes: [AnnotationChange], to annotations: [Annotation]) -> [Annotation] {
  var list = annotations
  for change in changes {
    switch change.kind {
    case .add(let new, let place): list.insert(new, at: min(place ?? list.count, list.count))
    case .replace(let new): list = list.map { $0.id == new.id ? new : $0 }
    case .remove(let id): list.removeAll { $0.id == id }
    }
  }
  return list
}
