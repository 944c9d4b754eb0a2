/// Options that belong together, under a title in help.
struct OptionSection: Sendable {
  let title: String
  let options: [OptionDescription]
}
