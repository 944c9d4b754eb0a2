extension DocumentSearch {
  /// Starts a new search.
  func start(_ text: String) {
    task?.cancel()
    (task, self.text, found, unreadable, searched, selected) = (nil, text, MatchIndex(), [], [], nil)
    (currentIndex, progress, isSearching, isCutShort) = (nil, 0, false, false)
    guard editor.document != nil else { return }
    let (pages, start) = (editor.pages, viewer.viewport.currentIndex)
    found = MatchIndex(pages)
    search(Array(pages.dropFirst(start) + pages.prefix(start)), showsFirst: true)
  }

  /// Searches the pages that were not searched yet, if there are any.
  func continueSearch() {
    let missing = hasOtherPages ? editor.pages.filter { !searched.contains($0) } : []
    (task, isSearching) = (nil, false)
    if missing.isEmpty { progress = 1 } else { search(missing, showsFirst: false) }
  }

  /// - Parameter showsFirst: Whether the first match that is found is shown.
  private func search(_ pages: [PageID], showsFirst: Bool) {
    guard text.contains(where: { !$0.isWhitespace }), let document = editor.document,
      let search = try? document.search(text, options: options, in: pages)
    else { return }
    (isSearching, hasOtherPages) = (true, false)
    // Weak between pages: the search cancels the task when it is released.
    task = Task { [weak self] in
      do {
        for try await page in search.pages {
          guard !Task.isCancelled, let self else { return }
          self.add(page, showsFirst: showsFirst)
          if self.isCutShort { break }
        }
      } catch {
        return
      }
      guard !Task.isCancelled else { return }
      self?.finish()
    }
  }

  private func finish() {
    guard isCutShort else { return continueSearch() }
    (progress, isSearching, task) = (1, false, nil)
  }

  private func add(_ page: TextSearchPage, showsFirst: Bool) {
    searched.insert(page.page)
    // Hundreds of pages are searched a second: notify views of every 16th only.
    if searched.count % 16 == 0 {
      progress = Double(searched.count) / Double(max(found.pageCount, searched.count))
    }
    switch page.result {
    case .failure: unreadable.insert(page.page)
    case .success(let matches): if !matches.isEmpty { add(matches, on: page.page, showsFirst: showsFirst) }
    }
    if matchCount >= matchLimit { isCutShort = true }
  }

  private func add(_ matches: [TextMatch], on page: PageID, showsFirst: Bool) {
    found.add(matches, on: page)
    guard let place = found.place(of: page) else { return }
    if let index = currentIndex, let selected {
      if place < selected.place { currentIndex = index + matches.count }
    } else {
      select(found.count(before: place))
      if showsFirst { revealCurrent() }
    }
  }
}
