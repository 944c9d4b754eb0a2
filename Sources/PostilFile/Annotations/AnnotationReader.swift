import Foundation
import PostilModel

/// Makes values of annotation dictionaries (ISO 32000-2, 12.5). What no codec understands becomes
/// ``UnsupportedContent``; looks that a codec does not understand are named in ``Annotation/foreignKeys``.
struct AnnotationReader {
  let objects: any ObjectSource
  /// Whether the dictionaries come from a file of annotations.
  var isImporting = false
  /// The page of an object, for what leads to pages; `nil` if it is none of the document.
  var pageID: (ObjectID) -> PageID? = { _ in nil }
  /// The annotation of an object, for what belongs to another; `nil` if it is none of the page.
  var annotationID: (ObjectID) -> AnnotationID? = { _ in nil }
  /// The annotation whose pop-up window an annotation is.
  var popupParent: (AnnotationID) -> AnnotationID? = { _ in nil }

  func annotation(_ dictionary: PDFDictionary, id: AnnotationID) -> Annotation {
    let subtype = objects.resolve(dictionary["Subtype"]).name?.description ?? "Unknown"
    let source = AnnotationSource(
      dictionary: dictionary, objects: objects, subtype: subtype, rect: objects.rect(dictionary["Rect"]),
      isImported: isImporting, pageID: pageID)
    let codec = AnnotationCodecs.codec(ofSubtype: subtype)
    var style = style(dictionary)
    var annotation = Annotation(
      content(source, codec, &style) ?? .unsupported(subtype: subtype, bounds: source.rect ?? .zero),
      style: style, contents: objects.text(dictionary["Contents"]),
      // Of a widget it is the name of its form field (12.7.4.1).
      author: subtype == "Widget" ? nil : objects.text(dictionary["T"]),
      subject: objects.text(dictionary["Subj"]), creationDate: objects.date(dictionary["CreationDate"]),
      modificationDate: objects.date(dictionary["M"]),
      flags: AnnotationFlags(rawValue: objects.resolve(dictionary["F"]).integer ?? 0),
      metadata: metadata(source),
      id: id)
    annotation.relation = relation(dictionary, id, subtype)
    // What no edit would take, such as a line of no length and no width, undo could not bring back.
    if (try? annotation.validated()) == nil {
      annotation.content = .unsupported(subtype: subtype, bounds: source.rect ?? .zero)
    }
    if let codec, annotation.content.unsupported == nil {
      annotation.foreignKeys = (commonForeignKeys(source, codec) + codec.foreignKeys(in: source)).map(
        \.description)
    }
    return annotation
  }

  private func content(
    _ source: AnnotationSource, _ codec: (any AnnotationCodec.Type)?, _ style: inout AnnotationStyle
  ) -> AnnotationContent? {
    guard let codec, let value = codec.init(source, &style) else { return nil }
    return AnnotationContent(value)
  }

  private func relation(_ dictionary: PDFDictionary, _ id: AnnotationID, _ subtype: String)
    -> AnnotationRelation?
  {
    if subtype == PopupContent.subtype {
      let parent = dictionary["Parent"]?.reference.flatMap(annotationID) ?? popupParent(id)
      return parent.flatMap { $0 == id ? nil : .popup(of: $0) }
    }
    guard let other = dictionary["IRT"]?.reference.flatMap(annotationID), other != id else { return nil }
    return objects.resolve(dictionary["RT"]).name == "Group" ? .part(of: other) : .reply(to: other)
  }

  /// Keys and values in turn.
  private func metadata(_ source: AnnotationSource) -> [String: String] {
    let texts = (objects.resolve(source.privateEntry[PrivateKey.metadata]).array ?? []).map {
      objects.text($0) ?? ""
    }
    return stride(from: 1, to: texts.count, by: 2).reduce(into: [:]) { $0[texts[$1 - 1]] = texts[$1] }
  }

  // MARK: - Style

  private func style(_ dictionary: PDFDictionary) -> AnnotationStyle {
    let border = objects.resolve(dictionary["BS"]).dictionary
    // The older form: two radii of corners, the width, and perhaps dashes.
    let old = border == nil ? objects.resolve(dictionary["Border"]).array ?? [] : []
    let width = border?["W"] ?? old.dropFirst(2).first
    var dash = old.count > 3 ? objects.numbers(old[3]) ?? [] : []
    if let border, objects.resolve(border["S"]).name == "D" { dash = objects.numbers(border["D"]) ?? [3] }
    let opacity = objects.resolve(dictionary["CA"]).number ?? 1
    var style = AnnotationStyle(
      color: objects.color(dictionary["C"]) ?? .black, fill: objects.color(dictionary["IC"]),
      lineWidth: objects.resolve(width).number ?? 1, opacity: opacity, dash: dash)
    if let fillOpacity = objects.resolve(dictionary["ca"]).number, fillOpacity != opacity {
      style.fillOpacity = fillOpacity
    }
    return style
  }

  /// Keys that say how annotations of any kind look, with values that have no place in a style. Of those that a codec
  /// owns the codec says itself what it does not understand.
  private func commonForeignKeys(
    _ source: AnnotationSource, _ codec: any AnnotationCodec.Type
  ) -> [PDFName] {
    // What is not drawn does not lose its looks.
    guard codec.capabilities.contains(.drawn) else { return [] }
    var keys: [PDFName] = []
    // No colour at all is transparent.
    if source["C"].array?.isEmpty == true { keys.append("C") }
    if let border = source["BS"].dictionary {
      let look = objects.resolve(border["S"]).name
      if look != nil, look != "S", look != "D" { keys.append("BS") }
    } else if let radii = objects.numbers(.array(Array((source["Border"].array ?? []).prefix(2)))),
      radii.contains(where: { $0 != 0 })
    {
      keys.append("Border")
    }
    if let effect = source["BE"].dictionary, let look = objects.resolve(effect["S"]).name, look != "S" {
      keys.append("BE")
    }
    if let mode = source["BM"].name, mode != "Normal" { keys.append("BM") }
    for key in ["Measure", "Path"] as [PDFName] where !source[key].isNull { keys.append(key) }
    return keys.filter { !codec.ownedKeys.contains($0) && !codec.keptKeys.contains($0) }
      // One of several appearances (ISO 32000-2, 12.5.5). Those for the mouse are no more than the same look once more: drawing
      // the annotation anew takes them away.
      + (source["AS"].isNull || codec.replacesAppearances ? [] : ["AS"])
  }
}
