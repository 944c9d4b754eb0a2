#!/usr/bin/env python3
"""Signs documents with pyHanko, draws on them with postil, and verifies the signatures.

One document carries a plain signature, three are certified, with the permissions (DocMDP) 1 to 3; each in clear with either
kind of cross-reference, and encrypted with RC4, AES-128 and AES-256 (pyHanko does not open revision 5).
After a save in place every byte that the signature covers must be the same, and the signature
intact and valid. Certifications at levels 1 and 2 forbid annotations: drawing is refused there unless it is
allowed. Whether the certification allows the change is reported as pyHanko sees it.
Where the tool can be told to rewrite, it must refuse to, unless told to break signatures.
"""

import datetime
import io
import logging
import pathlib
import shutil
import sys
import tempfile

import pikepdf
import postil_tool as tool
from asn1crypto import keys, x509
from cryptography import x509 as certificates
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign import fields, signers
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.registry import SimpleCertificateStore

VARIANTS = {
    "signature": None, "certified, no changes": fields.MDPPerm.NO_CHANGES,
    "certified, forms": fields.MDPPerm.FILL_FORMS, "certified, annotations": fields.MDPPerm.ANNOTATE,
}

# What pikepdf takes: revisions of the standard security handler. Anybody may open the files.
ENCRYPTIONS = {
    "RC4": pikepdf.Encryption(owner="own", user="", R=3, aes=False, metadata=False), "AES-128": pikepdf.Encryption(owner="own", user="", R=4),
    "AES-256": pikepdf.Encryption(owner="own", user="", R=6),
}


def make_signer():
    """A signer with a key and a certificate of its own, made here and kept nowhere."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = certificates.Name([certificates.NameAttribute(NameOID.COMMON_NAME, "Postil signature test")])
    now = datetime.datetime.now(datetime.timezone.utc)
    usage = certificates.KeyUsage(
        digital_signature=True, content_commitment=True, key_encipherment=False, data_encipherment=False,
        key_agreement=False, key_cert_sign=False, crl_sign=False, encipher_only=False, decipher_only=False)
    certificate = (
        certificates.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(certificates.random_serial_number()).not_valid_before(now - datetime.timedelta(1))
        .not_valid_after(now + datetime.timedelta(30)).add_extension(usage, critical=True)
        .sign(key, hashes.SHA256()))
    der = serialization.Encoding.DER
    private = key.private_bytes(der, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return signers.SimpleSigner(
        signing_cert=x509.Certificate.load(certificate.public_bytes(der)),
        signing_key=keys.PrivateKeyInfo.load(private), cert_registry=SimpleCertificateStore())


def make_document(xref_streams, encryption):
    """A page, in a file with the kind of cross-reference that is asked for."""
    data = io.BytesIO()
    with pikepdf.new() as pdf:
        pdf.add_blank_page(page_size=(300, 400))
        mode = pikepdf.ObjectStreamMode.generate if xref_streams else pikepdf.ObjectStreamMode.disable
        pdf.save(data, object_stream_mode=mode, encryption=encryption or False)
    return data


def sign(data, path, signer, permission):
    metadata = signers.PdfSignatureMetadata(field_name="Signature1", certify=permission is not None)
    if permission is not None:
        metadata = signers.PdfSignatureMetadata(
            field_name="Signature1", certify=True, docmdp_permissions=permission)
    writer = IncrementalPdfFileWriter(data)
    if writer.prev.encrypted:
        writer.encrypt("")
    with open(path, "wb") as output:
        signers.sign_pdf(writer, metadata, signer=signer, output=output)


def verify(path, signer):
    with open(path, "rb") as file:
        reader = PdfFileReader(file, strict=False)
        if reader.encrypted:
            reader.decrypt("")
        if not reader.embedded_signatures:
            return None, []
        signature = reader.embedded_signatures[0]
        context = ValidationContext(trust_roots=[signer.signing_cert], allow_fetching=False)
        status = validate_pdf_signature(signature, signer_validation_context=context)
        return status, [int(number) for number in signature.byte_range]


def covered_bytes(path, byte_range):
    data = path.read_bytes()
    return b"".join(data[a:a + n] for a, n in zip(byte_range[::2], byte_range[1::2]))


def try_one(postil, name, path, signer, permission, rewrite):
    """A row of the table, and what failed. What the certification forbids must be refused, unless it is allowed."""
    original = path.with_suffix(".signed")
    shutil.copyfile(path, original)
    _, byte_range = verify(path, signer)
    failures = []
    draw = ["draw", path, "--page", "1", *tool.FOUR_KINDS, "--in-place", "--json"]
    run = postil.run(*draw)
    if permission in (fields.MDPPerm.NO_CHANGES, fields.MDPPerm.FILL_FORMS):
        if not run.refused or path.read_bytes() != original.read_bytes():
            failures.append(f"{name}: annotations were not refused ({run.crash() or 'status ' + str(run.status)})")
        run = postil.run(*draw, "--break-signatures")
    if run.status != 0:
        return (name, "refused", "", "", "", ""), [f"{name}: {run.crash() or run.err.strip()}"]
    status, _ = verify(path, signer)
    if status is None:
        return (name, "gone", "", "", "", ""), [f"{name}: the signature is gone"]
    same = covered_bytes(original, byte_range) == covered_bytes(path, byte_range)
    if not (same and status.intact and status.valid):
        failures.append(f"{name}: the signature does not verify any more")
    if rewrite:
        failures += must_refuse(postil, name, original, path.with_suffix(".rewritten"), rewrite)
    level = status.modification_level
    return (
        name, "intact" if status.intact else "BROKEN", "valid" if status.valid else "INVALID",
        "same" if same else "CHANGED", level.name if level else "none", status.docmdp_ok), failures


def must_refuse(postil, name, original, target, rewrite):
    run = postil.run("draw", original, "--page", "1", "--rect", "10,10,20,20", *rewrite, "-o", target)
    if run.refused and not target.exists():
        return []
    return [f"{name}: a rewrite was not refused ({run.crash() or 'status ' + str(run.status)})"]


def main():
    parser = tool.parser(__doc__)
    arguments = parser.parse_args()
    logging.disable(logging.CRITICAL)
    postil = tool.Postil(arguments.postil)
    option = postil.option("draw", "--strategy", "--rewrite")
    rewrite = {"--strategy": ["--strategy", "rewrite"], "--rewrite": ["--rewrite"]}.get(option)
    signer = make_signer()
    rows, failures = [], []
    with tempfile.TemporaryDirectory(prefix="postil-signatures-") as folder:
        kinds = {"table": (False, None), "stream": (True, None)}
        kinds |= {f"{name}, {kind}": (kind == "stream", encryption)
                  for name, encryption in ENCRYPTIONS.items() for kind in ("table", "stream")}
        for kind, (xref_streams, encryption) in kinds.items():
            for variant, permission in VARIANTS.items():
                name = f"{variant}, {kind}"
                path = pathlib.Path(folder) / f"{len(rows)}.pdf"
                sign(make_document(xref_streams, encryption), path, signer, permission)
                row, failed = try_one(postil, name, path, signer, permission, rewrite)
                rows.append(row)
                failures += failed
    tool.table(rows, ["document", "signature", "", "covered bytes", "later changes", "allowed by DocMDP"])
    if not rewrite:
        print("\nThe tool has no option to rewrite: not tried.")
    for failure in failures:
        print(f"FAILED: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
