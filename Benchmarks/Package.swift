// swift-tools-version: 6.0
import PackageDescription

let postil = Target.Dependency.product(name: "Postil", package: "Postil")

let signatures = Target.Dependency.product(name: "PostilSignatures", package: "Postil")

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "Postil", path: "..")],
  targets: [
    .target(name: "BenchSupport", dependencies: [postil]),
    .executableTarget(
      name: "postil-bench",
      dependencies: [
        "BenchSupport", postil, .product(name: "PostilTools", package: "Postil"),
        .product(name: "PostilViewer", package: "Postil"),
      ]),
    .executableTarget(name: "postil-tiles", dependencies: ["BenchSupport", postil]),
    .executableTarget(name: "postil-fuzz", dependencies: ["BenchSupport", postil, signatures]),
    .executableTarget(name: "postil-stress", dependencies: ["BenchSupport", postil]),
    .executableTarget(
      name: "postil-layout", dependencies: [postil, .product(name: "PostilLayout", package: "Postil")]),
    .executableTarget(name: "postil-crash", dependencies: ["BenchSupport", postil]),
  ],
  swiftLanguageModes: [.v6]
)
