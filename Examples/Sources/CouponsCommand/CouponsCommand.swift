import CommandArguments
import Coupons
import Foundation
import Postil

/// The commands of `coupons`.
enum CouponsCommand {
  static let usage = """
    coupons demo FOLDER                          makes a template, a table and a layout, and does all of what follows
    coupons make TEMPLATE.pdf TABLE.csv LAYOUT.json -o OUT [--batch N] [--measure]
                                                 a sheet for each row: in one document if OUT ends with .pdf, else a
                                                 file each in the folder OUT; images are beside the table
    coupons codes FILE                           the codes of the coupons in a file
    coupons check FILE CODE                      says whether a coupon is good
    coupons redeem FILE --code CODE --by NAME    stamps a coupon, and appends that to the file
    coupons history FILE                         what was redeemed, when, by whom, and in which revision
    coupons show FILE [--code CODE] [--revision N] [--scale S] -o PICTURE.png
                                                 a coupon as it was after a save
    coupons sample [--rows N] -o FOLDER          a template, a table and a layout for measuring
    """

  static func run(_ words: [String]) async throws {
    guard let command = words.first else { throw UsageError(message: "What is to be done?") }
    var arguments = try Arguments(Array(words.dropFirst()), flags: ["--measure"])
    switch command {
    case "demo": try await demo(&arguments)
    case "make": try make(&arguments)
    case "codes": try codes(&arguments)
    case "check": try check(&arguments)
    case "redeem": try redeem(&arguments)
    case "history": try history(&arguments)
    case "show": try await show(&arguments)
    case "sample": try await sample(&arguments)
    case "help", "--help", "-h": print(usage)
    default: throw UsageError(message: "There is no command '\(command)'.")
    }
  }

  static func url(_ path: String) -> URL { URL(fileURLWithPath: path) }

  private static func demo(_ arguments: inout Arguments) async throws {
    let folder = try url(arguments.next("The folder"))
    try arguments.finish()
    try await Demo(folder: folder).run()
  }

  private static func make(_ arguments: inout Arguments) throws {
    let template = try url(arguments.next("The template"))
    let table = try url(arguments.next("The table"))
    let layout = try Layout(contentsOf: url(arguments.next("The layout")))
    let output = try url(arguments.required("-o"))
    let batch: Int = try arguments.number("--batch", or: CouponMaker.standardBatch)
    try arguments.finish()
    guard batch > 0 else { throw UsageError(message: "--batch takes 1 or more.") }
    let measures = arguments.has("--measure")
    let maker = try CouponMaker(
      template: template, table: Table(contentsOf: table), layout: layout,
      images: table.deletingLastPathComponent()
    ) { count in
      guard measures, count.isMultiple(of: 1_000) else { return }
      print("\(count) sheets, \(Memory.resident) MB of memory")
    }
    let clock = ContinuousClock()
    let start = clock.now
    let isOne = output.pathExtension.lowercased() == "pdf"
    let summary = try isOne ? maker.makeDocument(at: output, batch: batch) : maker.makeFiles(in: output)
    let seconds = (clock.now - start) / .seconds(1)
    print("\(output.path): \(summary.sheets) sheets, \(summary.bytes) bytes")
    guard measures else { return }
    print(
      "\(summary.bytes / summary.sheets) bytes a sheet, \((seconds * 100).rounded() / 100) s, "
        + "\(Int(Double(summary.sheets) / seconds)) sheets a second, at most \(Memory.peak) MB of memory")
  }

  private static func codes(_ arguments: inout Arguments) throws {
    let file = try CouponFile(url(arguments.next("The file")))
    try arguments.finish()
    for code in try file.codes() { print(code) }
  }

  private static func check(_ arguments: inout Arguments) throws {
    let file = try CouponFile(url(arguments.next("The file")))
    let code = try arguments.next("The code")
    try arguments.finish()
    print(try file.redemption(of: code)?.description ?? "\(code): good")
  }

  private static func redeem(_ arguments: inout Arguments) throws {
    let file = try CouponFile(url(arguments.next("The file")))
    let code = try arguments.required("--code")
    let name = try arguments.required("--by")
    try arguments.finish()
    print(try file.redeem(code, by: name))
  }

  private static func history(_ arguments: inout Arguments) throws {
    let file = try CouponFile(url(arguments.next("The file")))
    try arguments.finish()
    let redemptions = try file.history()
    for redemption in redemptions { print(redemption) }
    if redemptions.isEmpty { print("Nothing was redeemed yet.") }
  }

  private static func show(_ arguments: inout Arguments) async throws {
    let file = try CouponFile(url(arguments.next("The file")))
    let code = arguments.option("--code")
    let revision: Int = try arguments.number("--revision", or: 0)
    let scale: Double = try arguments.number("--scale", or: 2)
    let output = try url(arguments.required("-o"))
    try arguments.finish()
    try await file.picture(of: code, revision: revision == 0 ? nil : revision, scale: scale).write(to: output)
  }

  private static func sample(_ arguments: inout Arguments) async throws {
    let rows: Int = try arguments.number("--rows", or: 10_000)
    let folder = try url(arguments.required("-o"))
    try arguments.finish()
    guard (1...1_000_000).contains(rows) else { throw UsageError(message: "--rows takes 1 to 1000000.") }
    let sample = try await Sample(in: folder, rows: rows)
    for file in [sample.template, sample.table, sample.layout] { print(file.path) }
  }
}
