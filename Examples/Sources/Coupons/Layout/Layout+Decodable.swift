import Foundation
import Postil

extension Layout: Decodable {
  /// Reads `{"code": "{code}", "file": "{code}.pdf", "items": […], "redeemed": {"page": 1, "rect": [x, y, width, height]}}`;
  /// the last one may be left out, and the file, which is the code then.
  public init(from decoder: any Decoder) throws {
    let fields = try LayoutFields(decoder, ["code", "file", "items", "redeemed"])
    code = try fields.value("code")
    file = try fields.optional("file") ?? code
    items = try fields.value("items")
    redeemed = try fields.optional("redeemed")
  }
}

extension LayoutPlace: Decodable {
  /// Reads `{"page": 1, "rect": [x, y, width, height]}`; without a page it is the first.
  public init(from decoder: any Decoder) throws {
    try self.init(LayoutFields(decoder, ["page", "rect"]))
  }

  init(_ fields: LayoutFields) throws {
    page = try fields.optional("page") ?? 1
    rect = try fields.value("rect")
    guard page > 0 else { throw fields.error("pages count from 1", at: "page") }
    guard rect.isUsable, !rect.isEmpty else { throw fields.error("this is no rectangle", at: "rect") }
  }
}

extension LayoutItem: Decodable {
  /// Reads an object with one of the keys `text`, `image` and `qr`, `rect`, and `page` unless it is the first.
  public init(from decoder: any Decoder) throws {
    let place = ["page", "rect"]
    let all = try LayoutFields(decoder)
    if let pattern: Pattern = try all.optional("text") {
      self.pattern = pattern
      kind = .text(
        try LayoutText(
          LayoutFields(
            decoder, place + ["text", "font", "leastSize", "color", "align", "vertical"])))
    } else if let pattern: Pattern = try all.optional("image") {
      self.pattern = pattern
      _ = try LayoutFields(decoder, place + ["image"])
      kind = .image
    } else {
      guard let pattern: Pattern = try all.optional("qr") else {
        throw all.error("an item has one of the keys text, image and qr")
      }
      self.pattern = pattern
      kind = .code(try LayoutCode(LayoutFields(decoder, place + ["qr", "level", "color", "background"])))
    }
    self.place = try LayoutPlace(all)
  }
}

extension LayoutText {
  fileprivate init(_ fields: LayoutFields) throws {
    font = try fields.optional("font") ?? TextFont()
    leastSize = try fields.optional("leastSize") ?? min(8, font.size)
    color = try fields.optional("color") ?? .black
    alignment = try fields.optional("align") ?? .left
    vertical = try fields.optional("vertical") ?? .top
    guard TextFont.sizes.contains(leastSize), leastSize <= font.size else {
      throw fields.error("the least size is not larger than the size", at: "leastSize")
    }
  }
}

extension LayoutCode {
  fileprivate init(_ fields: LayoutFields) throws {
    level = try fields.optional("level") ?? .medium
    color = try fields.optional("color") ?? .black
    background = .white
    // "none" is no colour.
    if let name: String = try? fields.optional("background"), name == "none" {
      background = nil
    } else if let color: Color = try fields.optional("background") {
      background = color
    }
  }
}
