import PostilModel
import Testing

@Suite struct PopupContentTests {
  @Test func aWindowStandsBesideItsAnnotationAndPaintsNothing() {
    let box = Annotation(
      .rectangle(PageRect(x: 10, y: 20, width: 30, height: 40)), style: AnnotationStyle(lineWidth: 0))
    let window = box.popup(isOpen: true)
    #expect(window.relation == .popup(of: box.id) && window.content.popup?.isOpen == true)
    #expect(window.bounds == PageRect(x: 50, y: -60, width: 200, height: 120))
    #expect(window.appearance.items.isEmpty && !window.capabilities.contains(.drawn))
    let place = PageRect(x: 1, y: 2, width: 3, height: 4)
    #expect(box.popup(in: place).bounds == place && window.flags.rawValue == 28)
  }
}
