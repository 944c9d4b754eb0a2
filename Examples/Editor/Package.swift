// swift-tools-version: 6.2
import PackageDescription

let onMainActor: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

// A PDF editor with GTK 4, made of Postil and its view models.
let package = Package(
  name: "Editor",
  products: [
    .executable(name: "postil-editor", targets: ["postil-editor"]),
    .executable(name: "floorplan-window", targets: ["floorplan-window"]),
  ],
  dependencies: [.package(name: "Postil", path: "../.."), .package(name: "Examples", path: "..")],
  targets: [
    .systemLibrary(name: "CGTK", pkgConfig: "gtk4-unix-print", providers: [.apt(["libgtk-4-dev"])]),
    .target(name: "GTKKit", dependencies: ["CGTK"], swiftSettings: onMainActor),
    .target(
      name: "EditorUI",
      dependencies: [
        "GTKKit", .product(name: "Postil", package: "Postil"),
        .product(name: "PostilViewer", package: "Postil"),
      ], resources: [.copy("Resources")], swiftSettings: onMainActor),
    .executableTarget(name: "postil-editor", dependencies: ["EditorUI"], swiftSettings: onMainActor),
    .executableTarget(name: "editor-tour", dependencies: ["EditorDriver"]),

    // A window for the example FloorPlan, beside the editor because both are made of GTKKit.
    .target(
      name: "FloorPlanUI",
      dependencies: [
        "GTKKit", .product(name: "FloorPlan", package: "Examples"),
        .product(name: "Postil", package: "Postil"), .product(name: "PostilViewer", package: "Postil"),
      ], swiftSettings: onMainActor),
    .executableTarget(name: "floorplan-window", dependencies: ["FloorPlanUI"], swiftSettings: onMainActor),
    .testTarget(name: "FloorPlanUITests", dependencies: ["FloorPlanUI", "GTKKit", "EditorTestSupport"]),

    .target(name: "EditorDriver", path: "Tests/EditorDriver"),
    .testTarget(name: "EditorDriveTests", dependencies: ["EditorDriver", "postil-editor"]),
    .target(
      name: "EditorTestSupport", dependencies: ["GTKKit", "CGTK"], path: "Tests/EditorTestSupport"),
    .testTarget(
      name: "GTKKitTests", dependencies: ["GTKKit", "CGTK", "EditorTestSupport"]),
    .testTarget(
      name: "EditorUITests",
      dependencies: ["EditorUI", "EditorDriver", "GTKKit", "CGTK", "EditorTestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
