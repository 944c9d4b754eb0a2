import Foundation
import GTKKit
import PostilViewer

/// Commands on pages, in the grid.
extension EditorCommands {
  /// The files that can be inserted.
  private static var insertableTypes: [(name: String, patterns: [String])] {
    let patterns = ["pdf", "png", "jpg", "jpeg"].flatMap { ["*.\($0)", "*.\($0.uppercased())"] }
    return [(tr("PDF documents and images"), patterns)]
  }

  /// Whether pages are selected, and others would be left if they were removed.
  var canRemovePages: Bool { !selectedPages.isEmpty && selectedPages.count < session.pages.count }

  /// Removes the selected pages, and shows a toast with a button to undo that.
  func removePages() {
    guard canRemovePages else { return }
    let pages = selectedPages
    let removal = session.removePages(pages)
    Task {
      guard await removal.value else { return }
      window?.toast.show(trn("%1 page deleted", "%1 pages deleted", pages.count), button: tr("Undo")) {
        [weak self] in self?.undo()
      }
    }
  }

  /// Duplicates the selected pages, and selects the copies.
  func duplicatePages() {
    if !selectedPages.isEmpty { select(session.duplicatePages(selectedPages)) }
  }

  /// Inserts an empty page behind the selected ones.
  func insertBlankPage() {
    guard let grid = window?.grid else { return }
    select(session.insertBlankPage(at: grid.model.insertionIndex))
  }

  /// Asks for a file, and inserts its pages behind the selected ones.
  func askForPagesToInsert() {
    guard let window else { return }
    let index = window.grid.model.insertionIndex
    Task {
      let file = await FileChooser.open(
        tr("Insert Pages of a File"), types: Self.insertableTypes,
        folder: session.file?.deletingLastPathComponent(), over: window)
      if let file { await insert([file], at: index) }
    }
  }

  /// Inserts what was dropped on the grid.
  func insert(_ drop: Drop, at index: Int) {
    Task {
      let files = await drop.files()
      var isTaken = !files.isEmpty
      if isTaken {
        await insert(files, at: index)
      } else if let data = await drop.data(GridView.droppedTypes) {
        isTaken = await insert(data, at: index)
      }
      drop.finish(isTaken)
    }
  }

  /// Inserts pages of files, one after the other; asks for passwords. If one cannot be read, none is inserted.
  func insert(_ files: [URL], at index: Int) async {
    var imports: [PageImport] = []
    for file in files {
      do {
        guard let read = try await readPages(of: file) else { return }
        imports.append(read)
      } catch {
        return session.report(error, during: .inserting, of: file)
      }
    }
    show(session.insertPages(of: imports, at: index))
  }

  private func insert(_ data: Data, at index: Int) async -> Bool {
    do {
      show(session.insertPages(of: [try await PageImport.open(data)], at: index))
      return true
    } catch {
      session.report(error, during: .inserting, of: nil)
      return false
    }
  }

  /// Reads a file; `nil` if its password was not given.
  private func readPages(of file: URL) async throws -> PageImport? {
    var password: String?
    while true {
      do {
        return try await PageImport.open(file, password: password)
      } catch let error as PDFError where error.code == .passwordRequired || error.code == .wrongPassword {
        guard let window else { return nil }
        password = await PasswordDialog.ask(
          file.lastPathComponent, isRefused: password != nil, over: window)
        if password == nil { return nil }
      }
    }
  }

  /// Asks for a file, and writes the selected pages to it.
  func extractPages() {
    let pages = selectedPages
    guard let window, let file = session.file, !pages.isEmpty else { return }
    Task {
      let name = file.deletingPathExtension().lastPathComponent
      let numbers = pages.count == 1 ? session.pages.firstIndex(of: pages[0]).map { $0 + 1 } : nil
      let suggested = numbers.map { tr("%1, page %2", name, String($0)) } ?? tr("%1, pages", name)
      let target = await FileChooser.save(
        tr("Extract to a New File"), name: suggested + ".pdf", types: Self.types,
        folder: file.deletingLastPathComponent(), over: window)
      guard var target else { return }
      if target.pathExtension.isEmpty { target.appendPathExtension("pdf") }
      do {
        try await session.extractPages(pages, to: target)
        self.window?.toast.show(trn("%1 page extracted", "%1 pages extracted", pages.count))
      } catch {
        session.report(error, during: .extracting, of: target)
      }
    }
  }

  /// Selects inserted pages as soon as they are there, and tells what their documents keep for themselves.
  private func show(_ edit: Task<[InsertedPages], Never>) {
    Task {
      let inserted = await edit.value
      guard let window else { return }
      window.grid.select(inserted.flatMap(\.pages))
      let notes = InsertionNotes(inserted)
      guard !notes.isEmpty else { return }
      window.toast.show(notes.summary, button: tr("Details")) { [weak window] in
        guard let window else { return }
        Task {
          _ = await MessageDialog.ask(
            notes.summary, detail: notes.detail, choices: [.init(tr("Close"), .suggested)], over: window)
        }
      }
    }
  }

  /// Selects pages as soon as they are there.
  private func select(_ edit: Task<[PageID], Never>) {
    Task {
      let pages = await edit.value
      window?.grid.select(pages)
    }
  }
}
