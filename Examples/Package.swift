// swift-tools-version: 6.0
import PackageDescription

let layout = Target.Dependency.product(name: "PostilLayout", package: "Postil")
let tools = Target.Dependency.product(name: "PostilTools", package: "Postil")

// Small programs that use Postil as any package would.
let package = Package(
  name: "Examples",
  products: [
    .library(name: "FloorPlan", targets: ["FloorPlan"]),
    .executable(name: "floorplan", targets: ["FloorPlanCommand"]),
    .library(name: "Coupons", targets: ["Coupons"]),
    .executable(name: "coupons", targets: ["CouponsCommand"]),
    .executable(name: "postil-web", targets: ["WebCommand"]),
  ],
  dependencies: [.package(name: "Postil", path: "..")],
  targets: [
    .executableTarget(name: "MarkUp", dependencies: ["Postil", tools]),
    .executableTarget(name: "Rearrange", dependencies: ["Postil"]),
    .executableTarget(name: "CustomTool", dependencies: ["Postil", tools]),
    .executableTarget(name: "Invoice", dependencies: ["Postil", layout]),
    .executableTarget(name: "CommentSummary", dependencies: ["Postil", layout]),
    // The words of a command line, for all that have commands.
    .target(name: "CommandArguments"),
    .target(name: "FloorPlan", dependencies: ["Postil"], exclude: ["README.md"]),
    .executableTarget(name: "FloorPlanCommand", dependencies: ["CommandArguments", "FloorPlan", "Postil"]),
    .target(name: "Coupons", dependencies: ["Postil", layout], exclude: ["README.md"]),
    .executableTarget(name: "CouponsCommand", dependencies: ["CommandArguments", "Coupons", "Postil"]),
    // A document in browsers: the session, the server around it, the program.
    .systemLibrary(name: "CSoup", pkgConfig: "libsoup-3.0", providers: [.apt(["libsoup-3.0-dev"])]),
    .target(name: "WebDocument", dependencies: ["Postil"]),
    .target(
      name: "WebServer", dependencies: ["CSoup", "WebDocument"],
      resources: [
        .embedInCode("Page/index.html"), .embedInCode("Page/style.css"), .embedInCode("Page/main.js"),
        .embedInCode("Page/connection.js"), .embedInCode("Page/pages.js"), .embedInCode("Page/tiles.js"),
        .embedInCode("Page/text.js"), .embedInCode("Page/tools.js"), .embedInCode("Page/search.js"),
      ]),
    .executableTarget(
      name: "WebCommand", dependencies: ["CommandArguments", "WebServer", "WebDocument", "Postil"]),

    .testTarget(
      name: "ExamplesTests",
      dependencies: ["MarkUp", "Rearrange", "CustomTool", "Invoice", "CommentSummary", "Postil"]),
    .testTarget(
      name: "FloorPlanTests", dependencies: ["CommandArguments", "FloorPlan", "FloorPlanCommand", "Postil"]),
    .testTarget(
      name: "CouponsTests", dependencies: ["CommandArguments", "Coupons", "CouponsCommand", "Postil", layout]),
    .testTarget(
      name: "WebTests",
      dependencies: ["CommandArguments", "WebCommand", "WebServer", "WebDocument", "Postil"]),
  ],
  swiftLanguageModes: [.v6]
)
