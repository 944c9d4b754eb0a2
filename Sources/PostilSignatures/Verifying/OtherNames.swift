// Names that are tried before the documentation is read: the compiler says what is meant.

extension SignatureReport {
  /// See ``trust``.
  @available(*, unavailable, message: "Use 'trust == .trusted'.")
  public var isTrusted: Bool { trust == .trusted }

  /// See ``signer``.
  @available(*, unavailable, message: "Use 'signer?.name'.")
  public var signerName: String? { signer?.name }
}
