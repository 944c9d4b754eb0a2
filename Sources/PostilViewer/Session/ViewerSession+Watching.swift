/// Background tasks that run as long as a document is open.
extension ViewerSession {
  /// Reads the sizes of all pages, and applies changes that other code makes to the document.
  func watch(_ documentActor: DocumentActor) {
    let pages = pages
    watches.append(
      Task { [weak self] in
        for start in stride(from: 0, to: pages.count, by: 256) {
          let some = await documentActor.transforms(of: pages[start..<min(start + 256, pages.count)])
          guard !Task.isCancelled, let self else { return }
          self.setTransforms(some)
        }
      })
    watches.append(
      Task { [weak self] in
        for await snapshot in await documentActor.snapshots() {
          guard !Task.isCancelled, let self else { return }
          self.apply(snapshot)
        }
      })
  }

  /// Polls the file, and reports when another program changes or deletes it.
  func watchFile(_ documentActor: DocumentActor) {
    guard let pause = options.fileCheckPause else { return }
    watches.append(
      Task { [weak self] in
        while true {
          try? await Task.sleep(for: pause)
          guard !Task.isCancelled else { return }
          guard let change = await documentActor.fileChange() else { continue }
          guard !Task.isCancelled, let self else { return }
          let code: PDFError.Code = change == .deleted ? .fileNotFound : .fileChanged
          self.report(PDFError(code, "Another program did that.", url: self.file), during: .showing)
        }
      })
  }
}
