import Foundation

extension Invoice {
  /// One of a shop that there is not.
  static let sample = Invoice(
    number: "2026-0042", date: Date(timeIntervalSince1970: 1_795_305_600),
    due: Date(timeIntervalSince1970: 1_796_515_200),
    seller: Party(
      name: "Müller & Sons Ltd", street: "High Street 1", postcode: "10115", city: "Berlin", country: "DE",
      vatID: "DE123456789"),
    buyer: Party(
      name: "Customer <One>", street: "Side Street 2", postcode: "80331", city: "Munich", country: "DE"),
    iban: "DE12500105170648489890", bic: "BFSWDE33XXX",
    lines: (1...40).map { number in
      Line(article: "Article of kind \(number)", count: number % 7 + 1, price: 199 + number * 137)
    })
}
