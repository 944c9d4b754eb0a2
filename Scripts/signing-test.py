#!/usr/bin/env python3
"""Signs documents with postil and has pyHanko and poppler's pdfsig verify them; verifies pyHanko's with postil.

Signed twice in a row: a document without and with object streams, encrypted ones, and one of 300 MB (--large 0 leaves
it out). Both signatures must be intact, valid and trusted, and every byte before them as it was.

Changed: 100 random bytes that a signature covers, one at a time. Each has to be noticed.

Compared: documents with an approval or a certification of each level by pyHanko, with every kind of later change. pyHanko and
postil must agree about the bytes, the kind of the changes, and whether they are permitted.

RSASSA-PSS: signed by keys whose certificates are for it, of any digest and of one alone. OpenSSL has to accept the messages too.

Refused: keys that expired or are not for signing, wrong passwords, files that are no keys.
"""

import io
import logging
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import pikepdf
import postil_tool as tool
from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign import fields, signers
from pyhanko.sign.diff_analysis import ModificationLevel
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

KEYS = tool.ROOT / "Tests/PostilSignaturesTests/Keys"
ENCRYPTIONS = {
    "RC4": pikepdf.Encryption(owner="own", user="", R=3, aes=False, metadata=False),
    "AES-128": pikepdf.Encryption(owner="own", user="", R=4), "AES-256": pikepdf.Encryption(owner="own", user="", R=6),
}
LEVELS = {
    "approved": None, "level 1": fields.MDPPerm.NO_CHANGES, "level 2": fields.MDPPerm.FILL_FORMS,
    "level 3": fields.MDPPerm.ANNOTATE,
}


def form_document(xref_streams=False, encryption=None, ballast=0):
    """Two pages and a text field."""
    data = io.BytesIO()
    with pikepdf.new() as pdf:
        for _ in range(2):
            pdf.add_blank_page(page_size=(300, 400))
        page = pdf.pages[0]
        page.Contents = pdf.make_stream(b"0 0 50 50 re f")
        field = pdf.make_indirect(pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Widget, FT=pikepdf.Name.Tx, T="name", V="old",
            Rect=[20, 20, 120, 40], F=4, P=page.obj))
        group = pdf.make_indirect(pikepdf.Dictionary(FT=pikepdf.Name.Btn, Ff=32768, T="color", Opt=["red", "green"]))
        buttons = [pdf.make_indirect(pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Widget, Rect=[left, 60, left + 20, 80], F=4, P=page.obj, Parent=group,
            AS=pikepdf.Name.Off)) for left in (20, 50)]
        group.Kids = pikepdf.Array(buttons)
        page.Annots = pdf.make_indirect(pikepdf.Array([field, *buttons]))
        pdf.Root.AcroForm = pdf.make_indirect(pikepdf.Dictionary(Fields=[field, group]))
        if ballast:
            page.PieceInfo = pdf.make_stream(random.Random(1).randbytes(1 << 20) * (ballast >> 20))
        mode = pikepdf.ObjectStreamMode.generate if xref_streams else pikepdf.ObjectStreamMode.disable
        pdf.save(data, object_stream_mode=mode, encryption=encryption or False, compress_streams=not ballast)
    return data.getvalue()


def context():
    return ValidationContext(trust_roots=[load_cert_from_pemder(str(KEYS / "root.pem"))], allow_fetching=False)


def judge(path):
    """What pyHanko says of the signatures of a file."""
    with open(path, "rb") as file:
        reader = PdfFileReader(file, strict=False)
        if reader.encrypted:
            reader.decrypt("")
        return [validate_pdf_signature(one, signer_validation_context=context()) for one in reader.embedded_signatures]


def reports(postil, path):
    run = postil.run("signatures", path, "--trust", KEYS / "root.pem", "--json", timeout=120)
    return run, run.report.get("signatures", [])


# MARK: - Signed by postil

def signed_twice(postil, folder, name, data):
    """A row of the table, and what failed."""
    path = folder / "document.pdf"
    path.write_bytes(data)
    failures = []
    size = len(data)
    for number, key in enumerate(["rsa.p12", "ec.p12"]):
        extra = ["--rect", "30,60,200,60", "--reason", "Agreed (Köln)"] if number == 0 else []
        signed = folder / f"signed-{number}.pdf"
        run = postil.run("sign", path, "--key", KEYS / key, "--page", "1", *extra, "-o", signed, timeout=120)
        if run.status != 0:
            return (name, "NOT SIGNED", "", "", ""), [f"{name}: {run.crash() or run.err.strip()}"]
        with open(path, "rb") as old, open(signed, "rb") as new:
            if old.read() != new.read(size):
                failures.append(f"{name}: the original is not the beginning of the signed file")
        path, size = signed, signed.stat().st_size
    states = judge(path)
    good = [state.intact and state.valid and state.trusted for state in states]
    levels = [state.modification_level for state in states]
    if good != [True, True] or levels[0] not in (ModificationLevel.LTA_UPDATES, ModificationLevel.FORM_FILLING):
        failures.append(f"{name}: pyHanko says {good}, {levels}")
    popular = subprocess.run(["pdfsig", "-nocert", path], capture_output=True, text=True).stdout
    valid, whole = popular.count("Signature is Valid."), popular.count("- Total document signed")
    if (valid, whole) != (2, 1):
        failures.append(f"{name}: pdfsig finds {valid} valid ones, {whole} of the whole document")
    run, own = reports(postil, path)
    if run.status != 0 or [one["valid"] for one in own] != [True, True]:
        failures.append(f"{name}: postil says {run.err.strip()}")
    check = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True)
    if check.returncode != 0:
        failures.append(f"{name}: qpdf says {check.stderr.strip()[:200]}")
    return (name, f"{size:,}", good, f"{valid} valid", f"{run.seconds:.2f} s"), failures


def changed_bytes(postil, folder, seed):
    """How many of 100 changed bytes were noticed, and what failed."""
    path = folder / "tampered.pdf"
    path.write_bytes(form_document())
    signed = folder / "to-tamper.pdf"
    postil.run("sign", path, "--key", KEYS / "rsa.p12", "-o", signed)
    data = signed.read_bytes()
    gap = data.index(b"/Contents <") + 10
    end = data.index(b">", gap)
    generator = random.Random(seed)
    covered = [*range(gap), *range(end + 1, len(data))]
    noticed, failures = 0, []
    for _ in range(100):
        position = generator.choice(covered)
        changed = bytearray(data)
        changed[position] ^= generator.randrange(1, 256)
        path.write_bytes(changed)
        run, own = reports(postil, path)
        if run.crash() or any(one["valid"] for one in own):
            failures.append(f"byte {position} was changed: {run.crash() or 'not noticed'}")
        else:
            noticed += 1
    return noticed, failures


def pss(postil, folder):
    """Rows for keys for RSASSA-PSS, and what failed."""
    rows, failures = [], []
    for name, options in {
        "any digest": [], "SHA-256": ["rsa_pss_keygen_md:sha256", "rsa_pss_keygen_mgf1_md:sha256", "rsa_pss_keygen_saltlen:32"],
        "SHA-512": ["rsa_pss_keygen_md:sha512", "rsa_pss_keygen_mgf1_md:sha512", "rsa_pss_keygen_saltlen:64"],
    }.items():
        key, certificate, box = folder / "pss.key", folder / "pss.crt", folder / "pss.p12"
        def openssl(*arguments):
            return subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)
        given = [part for one in options for part in ("-pkeyopt", one)]
        openssl("genpkey", "-algorithm", "RSA-PSS", "-pkeyopt", "rsa_keygen_bits:2048", *given, "-out", key)
        openssl("req", "-x509", "-new", "-key", key, "-subj", "/CN=Peter Salt", "-days", "99", "-out", certificate,
                "-addext", "keyUsage=critical,digitalSignature")
        openssl("pkcs12", "-export", "-inkey", key, "-in", certificate, "-passout", "pass:postil", "-out", box)
        path, signed = folder / "pss.pdf", folder / "pss-signed.pdf"
        path.write_bytes(form_document())
        run = postil.run("sign", path, "--key", box, "-o", signed)
        if run.status != 0:
            failures.append(f"PSS, {name}: {run.err}")
            continue
        data = signed.read_bytes()
        with open(signed, "rb") as file:
            one = PdfFileReader(file).embedded_signatures[0]
            begin, first, second, last = one.byte_range
            (folder / "pss.der").write_bytes(one.pkcs7_content)
        (folder / "pss.bin").write_bytes(data[begin:first] + data[second:second + last])
        done = subprocess.run([
            "openssl", "cms", "-verify", "-inform", "DER", "-in", folder / "pss.der", "-content", folder / "pss.bin", "-binary",
            "-CAfile", certificate, "-purpose", "any", "-out", "/dev/null"], capture_output=True, text=True)
        popular = subprocess.run(["pdfsig", "-nocert", signed], capture_output=True, text=True).stdout
        state, (_, own) = judge(signed)[0], reports(postil, signed)
        verdicts = {"openssl": done.returncode == 0, "pdfsig": "Signature is Valid." in popular,
                    "pyHanko": state.intact and state.valid, "postil": bool(own) and own[0]["valid"]}
        # pdfsig (22.12, NSS) takes no key whose certificate says RSASSA-PSS, also if OpenSSL made the signature.
        failures += [
            f"PSS, {name}: {who} refuses it" for who, is_right in verdicts.items() if not is_right and who != "pdfsig"]
        rows.append((name, *(str(one) for one in verdicts.values())))
    return rows, failures


# MARK: - Changes

def appended(path, change):
    """Appends an update that pyHanko writes."""
    writer = IncrementalPdfFileWriter(io.BytesIO(path.read_bytes()), strict=False)
    change(writer)
    with open(path, "wb") as file:
        writer.write(file)


def fill(path):
    def change(writer):
        field = writer.root["/AcroForm"]["/Fields"][0]
        field["/V"] = generic.TextStringObject("new")
        writer.update_container(field)
    appended(path, change)


def turn(path):
    def change(writer):
        page = writer.root["/Pages"]["/Kids"][1]
        page["/Rotate"] = generic.NumberObject(90)
        writer.update_container(page)
    appended(path, change)


def annotate(path):
    def change(writer):
        page = writer.root["/Pages"]["/Kids"][1]
        square = generic.DictionaryObject({
            generic.pdf_name("/Type"): generic.pdf_name("/Annot"), generic.pdf_name("/Subtype"): generic.pdf_name("/Square"),
            generic.pdf_name("/Rect"): generic.ArrayObject([generic.NumberObject(n) for n in (9, 9, 50, 50)])})
        page["/Annots"] = generic.ArrayObject([writer.add_object(square)])
        writer.update_container(page)
    appended(path, change)


def redraw(path):
    def change(writer):
        page = writer.root["/Pages"]["/Kids"][0]
        page["/Contents"] = writer.add_object(generic.StreamObject(stream_data=b"0 0 90 90 re f"))
        writer.update_container(page)
    appended(path, change)


def retitle(path):
    appended(path, lambda writer: writer.set_info(writer.add_object(generic.DictionaryObject(
        {generic.pdf_name("/Title"): generic.TextStringObject("New")}))))


def sign_again(path):
    signer = signers.SimpleSigner.load_pkcs12(str(KEYS / "ec.p12"), passphrase=b"postil")
    writer = IncrementalPdfFileWriter(io.BytesIO(path.read_bytes()), strict=False)
    output = io.BytesIO()
    signers.sign_pdf(writer, signers.PdfSignatureMetadata(field_name="Second"), signer=signer, output=output)
    path.write_bytes(output.getvalue())


def later_changes(postil):
    """Names, and what each does to a file."""
    def by_postil(*arguments):
        def change(path):
            run = postil.run(arguments[0], path, *arguments[1:], "--in-place", "--break-signatures")
            if run.status != 0:
                raise SystemExit(f"{arguments}: {run.err}")
        return change
    return {
        "nothing": lambda path: None, "filled in": fill, "annotated": annotate, "turned": turn, "drawn anew": redraw,
        "retitled": retitle, "signed": sign_again,
        "signed by postil": by_postil("sign", "--key", KEYS / "ec.p12"),
        CHOSEN: by_postil("fill", "--set", "color=green"),
        "annotated by postil": by_postil("draw", "--page", "1", "--rect", "10,10,20,20"),
        "moved by postil": by_postil("move", "--pages", "2", "--to", "1"),
    }


#: pyHanko compares the fields that have a name, and not the widgets below them, whose states change with the field: it cannot
#: explain these. Filling in a form is what happened (ISO 32000-2, 12.7.5.2.4 and table 257).
CHOSEN = "chosen by postil"


def is_same(kinds, state):
    """Whether kinds of change are those that pyHanko's level stands for. pyHanko has no level for annotations alone."""
    minor = {"information", "validationData"}
    match state.modification_level:
        case None | ModificationLevel.NONE: return not kinds
        case ModificationLevel.LTA_UPDATES: return bool(kinds) and kinds <= minor
        case ModificationLevel.FORM_FILLING:
            return bool(kinds - minor) and kinds - minor <= {"formValues", "signatures"}
        case _: return bool(kinds & {"annotations", "pages", "other"})


def compare(postil, folder, streams):
    signer = signers.SimpleSigner.load_pkcs12(str(KEYS / "rsa.p12"), passphrase=b"postil")
    rows, failures = [], []
    for level, permission in LEVELS.items():
        for change, make in later_changes(postil).items():
            if (level, change) == ("level 1", "signed"):
                # pyHanko does not sign what forbids all changes.
                continue
            name = f"{level}, {change}"
            path = folder / "compared.pdf"
            metadata = signers.PdfSignatureMetadata(
                field_name="First", certify=permission is not None, docmdp_permissions=permission or fields.MDPPerm.FILL_FORMS)
            with open(path, "wb") as file:
                signers.sign_pdf(
                    IncrementalPdfFileWriter(io.BytesIO(form_document(streams))), metadata, signer=signer, output=file)
            make(path)
            state = judge(path)[0]
            run, own = reports(postil, path)
            if not own:
                failures.append(f"{name}: {run.crash() or run.err}")
                continue
            kinds = set(own[0]["laterChanges"])
            # pyHanko calls all annotations suspicious, at level 3 too.
            is_annotated = kinds - {"information"} == {"annotations"}
            permitted = own[0]["laterChangesPermitted"]
            agrees = permitted == bool(state.docmdp_ok) or (
                is_annotated and permission in (None, fields.MDPPerm.ANNOTATE) and permitted)
            is_explained = is_same(kinds, state) and agrees
            if change == CHOSEN:
                is_explained = kinds == {"formValues"} and permitted == (level != "level 1") and not state.docmdp_ok
            if not (is_explained and own[0]["integrity"] == "intact" and state.intact):
                failures.append(f"{name}: postil {sorted(kinds)} {permitted}, pyHanko {state.modification_level} {state.docmdp_ok}")
            shown = state.modification_level.name if state.modification_level else "none"
            rows.append((name, ", ".join(sorted(kinds)) or "nothing", permitted, shown, state.docmdp_ok))
    return rows, failures


# MARK: - Keys

def refused(postil, folder):
    path = folder / "plain.pdf"
    path.write_bytes(form_document())
    rows, failures = [], []
    for key, password, words in [
        ("expired.p12", "postil", "expired"), ("cipher.p12", "postil", "not for signing"), ("rsa.p12", "wrong", "password"),
        ("keyless.p12", "postil", "no key"), ("root.pem", "postil", "no PKCS#12 file"),
    ]:
        os.environ["POSTIL_KEY_PASSWORD"] = password
        run = postil.run("sign", path, "--key", KEYS / key, "-o", folder / "refused.pdf")
        if not run.refused or words not in run.err or (folder / "refused.pdf").exists():
            failures.append(f"{key}: {run.crash() or run.err.strip()}")
        rows.append((key, run.err.strip().split(": ", 2)[-1]))
    os.environ["POSTIL_KEY_PASSWORD"] = "postil"
    run = postil.run("sign", path, "--key", KEYS / "self.p12", "-o", folder / "self.pdf")
    verified, own = reports(postil, folder / "self.pdf")
    if run.status != 0 or verified.status != 7 or own[0]["trust"] != "unknownIssuer" or not own[0]["valid"]:
        failures.append(f"self.p12: {run.err} {verified.err}")
    rows.append(("self.p12", f"signs; {own[0]['trust'] if own else 'not read'}"))
    return rows, failures


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("--large", type=int, default=300, help="the size of the large file in MB")
    parser.add_argument("--only", choices=["signed", "pss", "changed", "compared", "refused"], help="one part alone")
    parser.add_argument("--seed", type=int, default=1, help="of the bytes that are changed")
    arguments = parser.parse_args()
    logging.disable(logging.CRITICAL)
    os.environ["POSTIL_KEY_PASSWORD"] = "postil"
    postil = tool.Postil(arguments.postil, timeout=60)
    failures = []
    with tempfile.TemporaryDirectory(prefix="postil-signing-") as name:
        folder = pathlib.Path(name)
        documents = {"table": form_document(), "stream": form_document(True)}
        documents |= {f"{name}, {kind}": form_document(kind == "stream", encryption)
                      for name, encryption in ENCRYPTIONS.items() for kind in ("table", "stream")}
        if arguments.large:
            documents["large"] = form_document(ballast=arguments.large << 20)
        def is_wanted(part):
            return arguments.only in (None, part)
        rows = []
        for kind, data in documents.items() if is_wanted("signed") else []:
            row, failed = signed_twice(postil, folder, kind, data)
            rows.append(row)
            failures += failed
        tool.table(rows, ["signed twice", "bytes", "pyHanko", "pdfsig", "postil verifies in"])
        if is_wanted("pss"):
            rows, failed = pss(postil, folder)
            failures += failed
            tool.table(rows, ["RSASSA-PSS, a key for", "openssl", "pdfsig", "pyHanko", "postil"])
        if is_wanted("changed"):
            noticed, failed = changed_bytes(postil, folder, arguments.seed)
            failures += failed
            print(f"\nChanged bytes that were noticed: {noticed} of 100.\n")
        for streams in (False, True) if is_wanted("compared") else ():
            rows, failed = compare(postil, folder, streams)
            failures += failed
            tool.table(rows, [f"by pyHanko, {'stream' if streams else 'table'}", "postil", "permitted", "pyHanko", "permitted"])
            print()
        if is_wanted("refused"):
            rows, failed = refused(postil, folder)
            failures += failed
            tool.table(rows, ["key", "message"])
    for failure in failures:
        print(f"FAILED: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
