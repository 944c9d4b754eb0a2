import GTKKit
import PostilViewer

/// Boxes to tick for the kinds of hidden information that are removed, with how many there are.
final class HiddenDataList: Box {
  private let job: RedactionJob
  private(set) var boxes: [(kind: HiddenData, box: CheckButton)] = []

  init(_ job: RedactionJob) {
    self.job = job
    super.init(.vertical, spacing: 4)
    if job.kind == .marks {
      let title = RedactionDialog.text(tr("Remove hidden information too:"))
      append(title)
    }
    for kind in RedactionJob.kindsOfHiddenData {
      let box = CheckButton(Self.name(of: kind))
      box.isActive = job.hiddenData.contains(kind)
      box.onToggle { [unowned self, unowned box] in
        if box.isActive { self.job.hiddenData.insert(kind) } else { self.job.hiddenData.remove(kind) }
      }
      boxes.append((kind, box))
      append(box)
    }
    observe { [unowned self] in
      guard let counts = self.job.hiddenDataCounts else { return }
      for (kind, box) in boxes {
        let count = counts[kind] ?? 0
        box.text = Self.name(of: kind) + " (" + (count == 0 ? tr("none") : grouped(count)) + ")"
      }
    }
  }

  private static func name(of kind: HiddenData) -> String {
    switch kind {
    case .metadata: tr("Title, author and other metadata")
    case .attachments: tr("Attached files")
    case .scripts: tr("Scripts and actions that send data")
    case .hiddenLayers: tr("Layers that are not shown")
    case .thumbnails: tr("Small pictures of pages")
    case .hiddenText: tr("Invisible text, as behind scans")
    default: ""
    }
  }
}
