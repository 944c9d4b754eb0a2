import Foundation
import Postil
import Testing

@testable import Coupons

@Suite struct LayoutTests {
  private func layout(_ item: String) throws -> Layout {
    try Layout(json: Data(#"{"code": "{code}", "items": [\#(item)]}"#.utf8))
  }

  @Test func itemsHaveDefaults() throws {
    let layout = try layout(
      #"{"text": "{name}", "rect": [1, 2, 30, 40]}, {"qr": "{code}", "rect": [1, 2, 3, 4]}"#)
    #expect(layout.file == layout.code && layout.redeemed == nil && layout.columns == ["name", "code"])
    let text = LayoutText(
      font: TextFont(), leastSize: 8, color: .black, alignment: .left, vertical: .top)
    #expect(layout.items[0].kind == .text(text))
    #expect(layout.items[0].place == LayoutPlace(page: 1, PageRect(x: 1, y: 2, width: 30, height: 40)))
    #expect(layout.items[1].kind == .code(LayoutCode(level: .medium, color: .black, background: .white)))
  }

  @Test func allKeysAreRead() throws {
    let layout = try layout(
      """
      {"text": "{a} {b}", "page": 2, "rect": [1, 2, 30, 40], "font": {"family": "DejaVu Serif", "size": 20, "bold": true},
       "leastSize": 5, "color": "FF0000", "align": "right", "vertical": "bottom"},
      {"image": "{a}.png", "rect": [1, 2, 3, 4]},
      {"qr": "{code}", "rect": [1, 2, 3, 4], "level": "H", "color": "000080", "background": "none"},
      {"qr": "{code}", "rect": [1, 2, 3, 4], "background": "FFFF00"}
      """)
    let text = LayoutText(
      font: TextFont("DejaVu Serif", size: 20, isBold: true), leastSize: 5,
      color: Color(red: 1, green: 0, blue: 0), alignment: .right, vertical: .bottom)
    #expect(layout.items[0].kind == .text(text) && layout.items[0].place.page == 2)
    #expect(layout.items[1].kind == .image)
    #expect(
      layout.items[2].kind
        == .code(LayoutCode(level: .high, color: Color(red: 0, green: 0, blue: 128 / 255), background: nil)))
    #expect(
      layout.items[3].kind
        == .code(LayoutCode(level: .medium, color: .black, background: Color(red: 1, green: 1, blue: 0))))
  }

  @Test(arguments: [
    (#"{"text": "x", "rect": [1, 2, 3, 4], "colour": "red"}"#, "items[1]: there is no key 'colour' here"),
    (#"{"text": "x"}"#, "items[1]: the key 'rect' is missing"),
    (#"{"rect": [1, 2, 3, 4]}"#, "items[1]: an item has one of the keys"),
    (#"{"text": "{x", "rect": [1, 2, 3, 4]}"#, "items[1].text: A brace"),
    (#"{"text": "x", "rect": [1, 2, 0, 4]}"#, "items[1].rect: this is no rectangle"),
    (#"{"text": "x", "rect": [1, 2]}"#, "items[1].rect"),
    (#"{"text": "x", "page": 0, "rect": [1, 2, 3, 4]}"#, "items[1].page: pages count from 1"),
    (#"{"text": "x", "rect": [1, 2, 3, 4], "leastSize": 50}"#, "items[1].leastSize"),
    (#"{"qr": "x", "rect": [1, 2, 3, 4], "level": "Z"}"#, "items[1].level"),
    (#"{"qr": "x", "rect": [1, 2, 3, 4], "background": "grue"}"#, "items[1].background"),
    (#"{"text": "x", "image": "y", "rect": [1, 2, 3, 4]}"#, "items[1]: there is no key 'image' here"),
    ("{", "JSON"),
  ]) func whatIsWrongIsSaidWithItsPlace(item: String, expected: String) {
    let said = message { _ = try layout(item) }
    #expect(said.contains(expected), "\(said)")
  }
}
