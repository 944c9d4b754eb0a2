import Foundation

extension Invoice {
  /// The data of the invoice without its lines (Factur-X 1.0, profile BASIC WL), as EN 16931 names them.
  var facturX: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" \
    xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" \
    xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
      <rsm:ExchangedDocumentContext>
        <ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:factur-x.eu:1p0:basicwl</ram:ID>\
    </ram:GuidelineSpecifiedDocumentContextParameter>
      </rsm:ExchangedDocumentContext>
      <rsm:ExchangedDocument>
        <ram:ID>\(text(number))</ram:ID>
        <ram:TypeCode>380</ram:TypeCode>
        <ram:IssueDateTime>\(day(date))</ram:IssueDateTime>
      </rsm:ExchangedDocument>
      <rsm:SupplyChainTradeTransaction>
        <ram:ApplicableHeaderTradeAgreement>
          <ram:SellerTradeParty>\(party(seller))</ram:SellerTradeParty>
          <ram:BuyerTradeParty>\(party(buyer))</ram:BuyerTradeParty>
        </ram:ApplicableHeaderTradeAgreement>
        <ram:ApplicableHeaderTradeDelivery/>
        <ram:ApplicableHeaderTradeSettlement>
          <ram:PaymentReference>\(text(number))</ram:PaymentReference>
          <ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
          <ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>58</ram:TypeCode>\
    <ram:PayeePartyCreditorFinancialAccount><ram:IBANID>\(text(iban))</ram:IBANID>\
    </ram:PayeePartyCreditorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>
          <ram:ApplicableTradeTax><ram:CalculatedAmount>\(Self.amount(vat))</ram:CalculatedAmount>\
    <ram:TypeCode>VAT</ram:TypeCode><ram:BasisAmount>\(Self.amount(net))</ram:BasisAmount>\
    <ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>\(vatPercent)</ram:RateApplicablePercent>\
    </ram:ApplicableTradeTax>
          <ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime>\(day(due))</ram:DueDateDateTime>\
    </ram:SpecifiedTradePaymentTerms>
          <ram:SpecifiedTradeSettlementHeaderMonetarySummation>
            <ram:LineTotalAmount>\(Self.amount(net))</ram:LineTotalAmount>
            <ram:TaxBasisTotalAmount>\(Self.amount(net))</ram:TaxBasisTotalAmount>
            <ram:TaxTotalAmount currencyID="EUR">\(Self.amount(vat))</ram:TaxTotalAmount>
            <ram:GrandTotalAmount>\(Self.amount(total))</ram:GrandTotalAmount>
            <ram:DuePayableAmount>\(Self.amount(total))</ram:DuePayableAmount>
          </ram:SpecifiedTradeSettlementHeaderMonetarySummation>
        </ram:ApplicableHeaderTradeSettlement>
      </rsm:SupplyChainTradeTransaction>
    </rsm:CrossIndustryInvoice>

    """
  }

  private func party(_ party: Party) -> String {
    let address =
      "<ram:PostcodeCode>\(text(party.postcode))</ram:PostcodeCode><ram:LineOne>\(text(party.street))</ram:LineOne>"
      + "<ram:CityName>\(text(party.city))</ram:CityName><ram:CountryID>\(text(party.country))</ram:CountryID>"
    let tax = party.vatID.map {
      "<ram:SpecifiedTaxRegistration><ram:ID schemeID=\"VA\">\(text($0))</ram:ID></ram:SpecifiedTaxRegistration>"
    }
    return
      "<ram:Name>\(text(party.name))</ram:Name><ram:PostalTradeAddress>\(address)</ram:PostalTradeAddress>"
      + (tax ?? "")
  }

  private func day(_ date: Date) -> String {
    let digits = Self.day(date).filter { $0 != "-" }
    return "<udt:DateTimeString format=\"102\">\(digits)</udt:DateTimeString>"
  }

  private func text(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }

  /// What the metadata say of the XML, with the description of these properties that PDF/A asks for (ISO 19005-3, 6.6.2.3).
  static let facturXMetadata = """
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">
    <fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>
    <fx:Version>1.0</fx:Version><fx:ConformanceLevel>BASIC WL</fx:ConformanceLevel>
    </rdf:Description>
    <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
     xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
    <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>
    \(["DocumentFileName", "DocumentType", "Version", "ConformanceLevel"].map { name in
      "<rdf:li rdf:parseType=\"Resource\"><pdfaProperty:name>\(name)</pdfaProperty:name>"
        + "<pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category>"
        + "<pdfaProperty:description>\(name) of the XML</pdfaProperty:description></rdf:li>"
    }.joined())
    </rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>
    </rdf:Description>
    </rdf:RDF>
    """
}
