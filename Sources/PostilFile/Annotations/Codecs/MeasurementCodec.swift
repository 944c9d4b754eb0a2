import Foundation
import PostilModel

extension AnnotationSource {
  /// What makes the annotation a measurement (`/IT` and `/Measure`); `nil` if it is none, or says more than is understood.
  func measurement(_ intent: PDFName) -> PageMeasurement? {
    guard self["IT"].name == intent, let scale = MeasurementScale(self) else { return nil }
    let size = self["DA"].string.flatMap { DefaultAppearance($0).font?.size }
    let degrees = objects.resolve(privateEntry[PrivateKey.turn]).integer ?? 0
    return PageMeasurement(
      scale, isCaptionShown: objects.resolve(privateEntry[PrivateKey.caption]).boolean ?? true,
      captionSize: size.flatMap { $0 > 0 ? $0 : nil } ?? 9, rotation: PageRotation(degrees: degrees) ?? .none)
  }

  /// The keys of a measurement that is not understood.
  func foreignMeasurement(_ intent: PDFName) -> [PDFName] {
    guard measurement(intent) == nil else { return [] }
    return (self["Measure"].isNull ? [] : ["Measure"]) + (self["IT"].name == intent ? ["IT"] : [])
  }
}

extension PDFDictionary {
  /// Writes what makes an annotation a measurement, or takes it away.
  mutating func setMeasurement(_ measurement: PageMeasurement?, _ intent: PDFName, _ color: Color) {
    setIntent(intent, measurement != nil)
    guard let measurement else { return }
    let isUsual = measurement.captionSize == 9
    self["DA"] =
      isUsual
      ? nil : .string(DefaultAppearance(TextFont("Helvetica", size: measurement.captionSize), color).bytes)
    setPrivate([
      PrivateKey.turn: measurement.rotation == .none ? nil : .integer(measurement.rotation.degrees),
      PrivateKey.caption: measurement.isCaptionShown ? nil : .boolean(false),
    ])
  }

  /// Writes a scale that differs from what the dictionary says so far.
  mutating func setScale(_ scale: MeasurementScale?, since old: MeasurementScale?) {
    if scale != old { self["Measure"] = scale.map { .dictionary($0.dictionary) } }
  }

  /// Has a scale that is not understood say the same of content that is larger by a factor: how long a unit of the page is
  /// (ISO 32000-2, table 267).
  mutating func scaleMeasure(by factor: Double, _ objects: any ObjectSource) {
    guard var measure = objects.resolve(self["Measure"]).dictionary, factor > 0,
      ["RL", nil].contains(objects.resolve(measure["Subtype"]).name?.description)
    else { return }
    for key in ["X", "Y"] as [PDFName] {
      guard var formats = objects.resolve(measure[key]).array,
        var first = objects.resolve(formats.first).dictionary,
        let units = objects.resolve(first["C"]).number
      else { continue }
      first["C"] = .factor(units / factor)
      formats[0] = .dictionary(first)
      measure[key] = .array(formats)
    }
    self["Measure"] = .dictionary(measure)
  }
}

extension MeasurementScale {
  /// Reads a rectilinear measure dictionary (ISO 32000-2, table 267); `nil` if it says more than is understood.
  fileprivate init?(_ source: AnnotationSource) {
    let objects = source.objects
    guard let measure = source["Measure"].dictionary,
      ["RL", nil].contains(objects.resolve(measure["Subtype"]).name?.description)
    else { return nil }
    func formats(_ key: PDFName) -> [MeasurementFormat]? {
      guard let items = objects.resolve(measure[key]).array, !items.isEmpty else { return nil }
      let formats = items.compactMap { MeasurementFormat(objects.resolve($0).dictionary ?? [:], objects) }
      return formats.count == items.count ? formats : nil
    }
    // Units along the page's height may differ from those along its width: such scales are left alone.
    guard let across = formats("X"), let lengths = formats("D"),
      measure["Y"] == nil || formats("Y")?.first?.factor == across[0].factor
    else { return nil }
    var areas = [MeasurementFormat("sq \(across[0].unit)", precision: lengths[lengths.count - 1].precision)]
    if measure["A"] != nil {
      guard let read = formats("A") else { return nil }
      areas = read
    }
    self.init(
      ratio: objects.text(measure["R"]) ?? "", unitsPerPoint: across[0].factor, lengthFormats: lengths,
      areaFormats: areas)
  }

  fileprivate var dictionary: PDFDictionary {
    func list(_ formats: [MeasurementFormat]) -> PDFObject {
      .array(formats.map { .dictionary($0.dictionary) })
    }
    var result: PDFDictionary = ["Type": .name("Measure"), "Subtype": .name("RL")]
    result["R"] = .string(TextString.encode(ratio))
    result["X"] = list([MeasurementFormat(lengthFormats[0].unit, factor: unitsPerPoint)])
    result["D"] = list(lengthFormats)
    result["A"] = list(areaFormats)
    return result
  }
}

extension MeasurementFormat {
  /// Reads a number format dictionary (ISO 32000-2, table 268); `nil` if it says more than is understood.
  fileprivate init?(_ dictionary: PDFDictionary, _ objects: any ObjectSource) {
    guard let unit = objects.text(dictionary["U"]), let factor = objects.resolve(dictionary["C"]).number,
      factor > 0
    else { return nil }
    let steps = objects.resolve(dictionary["D"]).integer
    let precision: Precision
    switch objects.resolve(dictionary["F"]).name?.description {
    case nil, "D":
      let powers = (0...9).map { (0..<$0).reduce(1) { power, _ in power * 10 } }
      guard let count = powers.firstIndex(of: steps ?? 100) else { return nil }
      precision = .decimals(count)
    case "F":
      guard (1...1024).contains(steps ?? 16) else { return nil }
      precision = .fraction(steps ?? 16)
    case "R": precision = .decimals(0)
    default: return nil
    }
    self.init(
      unit, factor: factor, precision: precision,
      keepsZeros: objects.resolve(dictionary["FD"]).boolean ?? false,
      thousandsSeparator: objects.text(dictionary["RT"]) ?? ",",
      decimalSeparator: objects.text(dictionary["RD"]) ?? ".", spacing: objects.text(dictionary["PS"]) ?? " ",
      separator: objects.text(dictionary["SS"]) ?? " ",
      isUnitFirst: objects.resolve(dictionary["O"]).name == "P")
  }

  fileprivate var dictionary: PDFDictionary {
    var result: PDFDictionary = [
      "Type": .name("NumberFormat"), "U": .string(TextString.encode(unit)), "C": .factor(factor),
    ]
    switch precision {
    case .decimals(let count): result["D"] = .integer((0..<count).reduce(1) { power, _ in power * 10 })
    case .fraction(let denominator):
      result["F"] = .name("F")
      result["D"] = .integer(denominator)
    }
    if keepsZeros { result["FD"] = .boolean(true) }
    func set(_ key: PDFName, _ text: String, unless usual: String) {
      if text != usual { result[key] = .string(TextString.encode(text)) }
    }
    set("RT", thousandsSeparator, unless: ",")
    set("RD", decimalSeparator, unless: ".")
    set("PS", spacing, unless: " ")
    set("SS", separator, unless: " ")
    if isUnitFirst { result["O"] = .name("P") }
    return result
  }
}

extension PDFObject {
  /// A number of any size with a dozen digits: other numbers of a file need fewer.
  fileprivate static func factor(_ value: Double) -> PDFObject {
    guard value.isFinite, value > 0 else { return .integer(0) }
    if let whole = Int(exactly: value) { return .integer(whole) }
    let decimals = min(max(12 - Int(log10(value).rounded(.down)), 0), 18)
    var digits = String(format: "%.\(decimals)f", value)
    if digits.contains(".") {
      while digits.last == "0" { digits.removeLast() }
      if digits.last == "." { digits.removeLast() }
    }
    return .real(digits)
  }
}
