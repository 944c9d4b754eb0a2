import PostilViewer

extension ToolPalette {
  /// Adds the tools of an editor, with those that select first.
  func addEditorTools() {
    add(.select, at: 0)
    add(.lasso, at: 1)
    for tool in PaletteTool.additional + PaletteTool.typing { add(tool) }
  }

  /// The key of a tool: 0 for the one that selects, L for the lasso, 1 to 9 for the first ones that draw; `nil` for the others.
  func key(of tool: PaletteTool) -> String? {
    if tool.selects { return tool.id == .lasso ? "L" : "0" }
    guard let place = tools.filter({ !$0.selects }).firstIndex(where: { $0.id == tool.id }), place < 9 else {
      return nil
    }
    return "\(place + 1)"
  }
}
