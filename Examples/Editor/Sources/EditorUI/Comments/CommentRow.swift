import Foundation
import GTKKit
import PostilViewer

/// A comment, with the replies to it and a field to reply. A click goes to it.
final class CommentRow: Box {
  let button: Button
  private(set) var reply: TextField?

  init(_ comment: CommentList.Comment, _ session: ViewerSession) {
    let column = Box(.vertical, spacing: 2)
    button = Button(child: column, name: Self.name(of: comment))
    super.init(.vertical)
    setClass("comment")
    button.setClass("flat")
    button.tooltip = nil
    column.append(Self.heading(tr(comment.annotation.content.kind.title), comment.annotation))
    if !comment.text.isEmpty { column.append(Self.paragraph(comment.text)) }
    let states = comment.thread.states().sorted { $0.key < $1.key }
    for (author, state) in states where state != .unreviewed {
      let text = author.isEmpty ? tr(state.name) : "\(tr(state.name)) — \(author)"
      column.append(Self.dim(text))
    }
    append(button)
    button.onClick { session.comments.show(comment) }
    for answer in comment.thread.replies {
      let box = Box(
        .vertical, spacing: 2, [Self.heading(tr("Reply"), answer), Self.paragraph(answer.contents ?? "")])
      box.setMargins(top: 2, bottom: 2, start: 26, end: 10)
      append(box)
    }
    addReply(to: comment, session)
  }

  private func addReply(to comment: CommentList.Comment, _ session: ViewerSession) {
    guard !comment.annotation.flags.contains(.readOnly) else { return }
    let field = TextField(hint: tr("Reply…"))
    field.setAccessibleLabel(tr("Reply…"))
    field.setMargins(bottom: 6, start: 26, end: 10)
    field.onActivate { [unowned field] in
      session.comments.reply(to: comment, field.text)
      field.text = ""
    }
    append(field)
    reply = field
  }

  private static func name(of comment: CommentList.Comment) -> String {
    [tr(comment.annotation.content.kind.title), comment.annotation.author ?? "", comment.text]
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func heading(_ kind: String, _ annotation: Annotation) -> Box {
    let title = Label(annotation.author ?? kind)
    title.setClass("heading")
    title.textAlignment = 0
    title.shortensEnd()
    title.expandsWidth = true
    let date = annotation.modificationDate ?? annotation.creationDate
    let detail = Label(
      [annotation.author == nil ? nil : kind, date?.shown].compactMap(\.self).joined(separator: " · "))
    detail.setClass("dim-label")
    return Box(.horizontal, spacing: 6, [title, detail])
  }

  private static func paragraph(_ text: String) -> Label {
    let label = Label(text.count > 600 ? text.prefix(600) + "…" : text)
    label.wraps = true
    label.maximumLetters = 34
    label.textAlignment = 0
    return label
  }

  private static func dim(_ text: String) -> Label {
    let label = paragraph(text)
    label.setClass("dim-label")
    return label
  }
}
