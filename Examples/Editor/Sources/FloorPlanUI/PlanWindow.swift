import FloorPlan
import GTKKit
import Postil
import PostilViewer

/// A window with a plan in which taps on rooms show the way from one to the other.
public final class PlanWindow: Window {
  /// Handles taps.
  public let navigator: PlanNavigator
  let canvas: PlanCanvas
  let label = Label()
  let stepFree = CheckButton("Step-free")
  let clear = Button("Clear")

  /// Makes a window of an application; without one, for tests.
  public init(_ application: Application?, _ navigator: PlanNavigator) {
    self.navigator = navigator
    canvas = PlanCanvas(navigator)
    if let application { super.init(application) } else { super.init() }
    title = "Floor plan"
    setDefaultSize(width: 900, height: 720)
    let header = HeaderBar()
    header.packStart(clear)
    header.packEnd(stepFree)
    setTitleBar(header)
    label.setMargins(top: 8, start: 12, end: 12)
    setContent(Box(.vertical, spacing: 8, [label, canvas]))
    clear.onClick { [unowned self] in self.navigator.clear() }
    stepFree.onToggle { [unowned self] in self.navigator.isStepFree = stepFree.isActive }
    observe { [weak self] in
      guard let self else { return }
      label.text = self.navigator.text
    }
  }
}
