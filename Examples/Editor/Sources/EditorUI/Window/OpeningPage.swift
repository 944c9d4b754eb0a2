import GTKKit

/// What is seen while a file is being opened.
final class OpeningPage: Box {
  private let label = Label()

  init() {
    super.init(.vertical, spacing: 16)
    (alignX, alignY) = (.center, .center)
    margin = 24
    let spinner = Spinner()
    spinner.setMinimumSize(width: 48, height: 48)
    label.wraps = true
    label.breaksWords()
    label.centerLines()
    append(spinner)
    append(label)
  }

  /// Shows which file it is.
  func show(_ fileName: String) { label.text = tr("Opening “%1”…", fileName) }
}
