#!/usr/bin/env python3
"""Makes messages of signatures (CMS, RFC 5652) of every kind of algorithm for the tests, into Tests/PostilSignaturesTests/Messages.

What they sign is the text "Postil". Their keys are made for the occasion and thrown away. Run it again only if a test needs
another kind of message. It needs asn1crypto and cryptography.
"""

import datetime
import hashlib
import pathlib

from asn1crypto import algos, cms, core, tsp, x509 as asn1
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed448, padding, rsa, utils

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Tests/PostilSignaturesTests/Messages"
TEXT = b"Postil"
HASHES = {
    "md5": hashes.MD5(), "sha1": hashes.SHA1(), "sha256": hashes.SHA256(), "sha384": hashes.SHA384(),
    "sha512": hashes.SHA512(),
}
# Parameters of RSASSA-PSS are also ones that asn1crypto would not write.
del algos.SignedDigestAlgorithm._oid_specs["rsassa_pss"]
PSS_DEFAULTS = bytes.fromhex("3000")
PSS_NULL = bytes.fromhex("0500")
DAY = datetime.timedelta(days=1)
START = datetime.datetime(2024, 1, 1)


def certificate(name, key, issuer=None, digest="sha256"):
    """A certificate of a key, by itself or by another (name, key)."""
    issuer_name, issuer_key = issuer or (name, key)
    named = lambda text: x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)])
    builder = (x509.CertificateBuilder().subject_name(named(name)).issuer_name(named(issuer_name))
               .public_key(key.public_key()).serial_number(x509.random_serial_number())
               .not_valid_before(START).not_valid_after(START + 36500 * DAY)
               .add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True))
    algorithm = None if isinstance(issuer_key, ed448.Ed448PrivateKey) else hashes.SHA256()
    made = asn1.Certificate.load(builder.sign(issuer_key, algorithm).public_bytes(serialization.Encoding.DER))
    if digest != "sha256":
        # The library does not sign certificates with old digests.
        contents = made["tbs_certificate"].copy()
        contents["signature"] = {"algorithm": digest + "_rsa"}
        made = asn1.Certificate({
            "tbs_certificate": contents, "signature_algorithm": contents["signature"],
            "signature_value": issuer_key.sign(contents.dump(force=True), padding.PKCS1v15(), HASHES[digest])})
    return made


def message(key, digest, sign, algorithm, chain=None, content=None, pkcs7_sha1=False):
    """A message; `sign` makes the signature of the attributes, `algorithm` is what it is said to be."""
    chain = chain or [certificate("Signer of tests", key)]
    content = hashlib.sha1(TEXT).digest() if pkcs7_sha1 else content
    signed = hashlib.new({"shake256": "shake_256"}.get(digest, digest), content if pkcs7_sha1 else TEXT)
    fingerprint = signed.digest(64) if digest == "shake256" else signed.digest()
    attributes = cms.CMSAttributes([
        cms.CMSAttribute({"type": "content_type", "values": ["data"]}),
        cms.CMSAttribute({"type": "message_digest", "values": [fingerprint]}),
        cms.CMSAttribute({"type": "signing_certificate_v2", "values": [tsp.SigningCertificateV2({"certs": [tsp.ESSCertIDv2(
            {"cert_hash": hashlib.sha256(chain[0].dump()).digest()})]})]}),
    ])
    info = {
        "version": "v1", "sid": cms.SignerIdentifier({"issuer_and_serial_number": {
            "issuer": chain[0].issuer, "serial_number": chain[0].serial_number}}),
        "digest_algorithm": {"algorithm": digest}, "signed_attrs": attributes, "signature_algorithm": algorithm,
        "signature": sign(attributes.dump()),
    }
    encapsulated = {"content_type": "data"}
    if content is not None:
        encapsulated["content"] = core.OctetString(content)
    return cms.ContentInfo({"content_type": "signed_data", "content": cms.SignedData({
        "version": "v1", "digest_algorithms": [{"algorithm": digest}], "encap_content_info": encapsulated,
        "certificates": chain, "signer_infos": [info]})}).dump()


def pkcs1(key, digest, said=None, **more):
    return message(key, digest, lambda data: key.sign(data, padding.PKCS1v15(), HASHES[said or digest]),
                   {"algorithm": (said or digest) + "_rsa"}, **more)


def pss(key, digest, mask=None, salt=None, parameters=None, trailer=b"", **more):
    mask, salt = mask or digest, HASHES[digest].digest_size if salt is None else salt
    if parameters is None:
        parameters = algos.RSASSAPSSParams({
            "hash_algorithm": {"algorithm": digest}, "salt_length": salt,
            "mask_gen_algorithm": {"algorithm": "mgf1", "parameters": {"algorithm": mask}}})
        parameters = core.Sequence(contents=parameters.dump()[2:] + trailer).dump()
    said = {"algorithm": "rsassa_pss", "parameters": core.Any.load(parameters)}
    return message(key, more.pop("said", digest), lambda data: key.sign(
        data, padding.PSS(padding.MGF1(HASHES[mask]), salt), HASHES[digest]), said, **more)


def ecdsa(curve, digest, plain=None):
    key = ec.generate_private_key(curve)

    def sign(data):
        signature = key.sign(data, ec.ECDSA(HASHES[digest]))
        if not plain:
            return signature
        size = (key.key_size + 7) // 8
        return b"".join(number.to_bytes(size, "big") for number in utils.decode_dss_signature(signature))

    return message(key, digest, sign, {"algorithm": plain or digest + "_ecdsa"})


def main():
    FOLDER.mkdir(exist_ok=True)
    key, odd, short = (rsa.generate_private_key(65537, bits) for bits in (2048, 2049, 1024))
    root = rsa.generate_private_key(65537, 2048)
    edwards = ed448.Ed448PrivateKey.generate()
    messages = {
        "rsa-sha1": pkcs1(key, "sha1"), "rsa-md5": pkcs1(key, "md5"), "rsa-sha384": pkcs1(key, "sha384"),
        "rsa-sha1-beside-sha256": pkcs1(key, "sha256", said="sha1"), "rsa-1024": pkcs1(short, "sha256"),
        "rsa-chain-sha1": pkcs1(key, "sha256", chain=[
            certificate("Signer of tests", key, ("Root of tests", root), "sha1"), certificate("Root of tests", root)]),
        "rsa-with-data": pkcs1(key, "sha256", content=b"other"), "rsa-with-no-data": pkcs1(key, "sha256", content=b""),
        "rsa-pkcs7-sha1": pkcs1(key, "sha256", pkcs7_sha1=True),
        "pss-sha256": pss(key, "sha256"), "pss-sha384": pss(key, "sha384"), "pss-sha512": pss(key, "sha512"),
        "pss-sha256-salt20": pss(key, "sha256", salt=20), "pss-sha256-salt0": pss(key, "sha256", salt=0),
        "pss-sha512-mask-sha256": pss(key, "sha512", mask="sha256"), "pss-2049-bits": pss(odd, "sha256"),
        "pss-defaults": pss(key, "sha1", parameters=PSS_DEFAULTS),
        "pss-sha512-beside-sha256": pss(key, "sha512", said="sha256"),
        "pss-trailer": pss(key, "sha256", trailer=bytes.fromhex("a303020102")),
        "pss-without-parameters": pss(key, "sha256", parameters=PSS_NULL),
        "ecdsa-secp256k1": ecdsa(ec.SECP256K1(), "sha256"), "ecdsa-p521": ecdsa(ec.SECP521R1(), "sha512"),
        "ecdsa-brainpool256": ecdsa(ec.BrainpoolP256R1(), "sha256"), "ecdsa-brainpool384": ecdsa(ec.BrainpoolP384R1(), "sha384"),
        "ecdsa-brainpool512": ecdsa(ec.BrainpoolP512R1(), "sha512"),
        "ecdsa-brainpool256-sha512": ecdsa(ec.BrainpoolP256R1(), "sha512"),
        "plain-p256": ecdsa(ec.SECP256R1(), "sha256", plain="0.4.0.127.0.7.1.1.4.1.3"),
        "plain-brainpool384": ecdsa(ec.BrainpoolP384R1(), "sha384", plain="0.4.0.127.0.7.1.1.4.1.4"),
        "ed448-shake256": message(edwards, "shake256", edwards.sign, {"algorithm": "ed448"}),
    }
    for name, data in messages.items():
        (FOLDER / f"{name}.der").write_bytes(data)


if __name__ == "__main__":
    main()
