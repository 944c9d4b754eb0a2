#!/usr/bin/env python3
"""Has postil, pyHanko and poppler's pdfsig judge signed documents with random mixtures of later changes, and explains what differs.

Each mixture is a document that is signed or certified, at each level or with a lock, by postil or pyHanko, and up to four updates by
postil, pyHanko, pikepdf or qpdf: forms filled in, annotations, further signatures, time stamps of the document, security stores,
pages turned, drawn anew and moved, fields added, rewrites. What ISO 32000-2 permits of them is known, for they are made here:
postil has to say exactly that of every signature. What the others say otherwise is listed with the clause that decides.

Nothing is asked of pdfsig but whether the signed bytes are intact: it does not look at later changes, nor at time stamps of the
document.
"""

import collections
import datetime
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
from asn1crypto import keys, x509 as asn1
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign import fields, signers, timestamps
from pyhanko.sign.validation import validate_pdf_signature, validate_pdf_timestamp
from pyhanko.sign.validation.dss import DocumentSecurityStore
from pyhanko_certvalidator import ValidationContext

KEYS = tool.ROOT / "Tests/PostilSignaturesTests/Keys"
NAME = generic.pdf_name
#: The clauses of ISO 32000-2 that say what an update may do.
CLAUSES = {
    "fill": "12.8.2.2, table 257: forms may be filled in from level 2 on",
    "locked": "12.8.2.4 and 12.7.5.5: a field that a signature locks may not change",
    "annotate": "12.8.2.2, table 257: annotations may be made, changed and deleted at level 3 alone",
    "look": "12.8.2.2, table 257: a new field that shows something is an annotation on the page (12.5.6.19), permitted at level 3 alone",
    "sign": "12.8.2.2, table 257: signing is permitted from level 2 on",
    "proofs": "12.8.2.2, table 257: security stores and document time stamps are changes at no level",
    "page": "12.8.2.2, table 257: what pages show may be changed at no level; 12.8.1: an approval covers it",
    "field": "12.8.2.2, table 257: new fields are no filling in of a form",
    "information": "12.8.2.2, table 257 does not name it; it is not what pages show (14.3)",
    "rewrite": "12.8.1: the bytes that were signed are not there any more",
}


class Updates:
    """Each appends to a file, or writes it anew, and returns what that is, or None if its program refuses."""

    def __init__(self, postil, generator, signer, stamper):
        self.postil, self.generator, self.signer, self.stamper = postil, generator, signer, stamper
        self.count = 0

    def by_postil(self, path, *arguments):
        run = self.postil.run(arguments[0], path, *arguments[1:], "--in-place", "--break-signatures")
        if run.crash():
            raise SystemExit(f"postil {arguments}: {run.crash()}")
        return run.status == 0

    @staticmethod
    def appended(path, change):
        writer = IncrementalPdfFileWriter(io.BytesIO(path.read_bytes()), strict=False)
        change(writer)
        output = io.BytesIO()
        writer.write(output)
        path.write_bytes(output.getvalue())
        return True

    def number(self):
        self.count += 1
        return self.count

    # What is filled in

    def fill(self, path):
        return self.by_postil(path, "fill", "--set", f"name=Ada {self.number()}") and ("fill", "name")

    def fill_by_pyhanko(self, path):
        def change(writer):
            field = next(one.get_object() for one in writer.root["/AcroForm"]["/Fields"] if one.get_object().get("/T") == "other")
            field["/V"] = generic.TextStringObject(f"Eve {self.number()}")
            writer.update_container(field)
        return self.appended(path, change) and ("fill", "other")

    def choose(self, path):
        color = ["red", "green"][self.number() % 2]
        return self.by_postil(path, "fill", "--set", f"color={color}") and ("fill", "color")

    # Annotations

    def annotate(self, path):
        return self.by_postil(path, "draw", "--page", "1", "--rect", f"{self.number()},10,20,20") and ("annotate", None)

    def annotate_by_pyhanko(self, path):
        def change(writer):
            page = writer.root["/Pages"]["/Kids"][1].get_object()
            square = generic.DictionaryObject({
                NAME("/Type"): NAME("/Annot"), NAME("/Subtype"): NAME("/Square"),
                NAME("/Rect"): generic.ArrayObject([generic.NumberObject(n) for n in (9, 9, 50, 50 + self.number())])})
            annotations = [*page.get("/Annots", [])] if "/Annots" in page else []
            page["/Annots"] = generic.ArrayObject([
                *(one if isinstance(one, generic.IndirectObject) else one for one in annotations), writer.add_object(square)])
            writer.update_container(page)
        return self.appended(path, change) and ("annotate", None)

    def erase(self, path):
        run = self.postil.run("annotations", path, "--json")
        found = [one for one in tool.items(run.report, "annotations") if one.get("kind") == "rectangle"]
        return bool(found) and self.by_postil(
            path, "erase", "--page", found[0]["page"], "--id", found[0]["id"]) and ("annotate", None)

    # Signatures

    def sign(self, path):
        return self.by_postil(path, "sign", "--key", KEYS / "ec.p12") and ("sign", None)

    def sign_visibly(self, path):
        return self.by_postil(
            path, "sign", "--key", KEYS / "rsa.p12", "--page", "2", "--rect", "100,100,80,30") and ("look", None)

    def sign_by_pyhanko(self, path, lock=None):
        name = f"Later{self.number()}"
        writer = IncrementalPdfFileWriter(io.BytesIO(path.read_bytes()), strict=False)
        output = io.BytesIO()
        try:
            if lock:
                fields.append_signature_field(writer, fields.SigFieldSpec(name, field_mdp_spec=lock))
            signers.sign_pdf(writer, signers.PdfSignatureMetadata(field_name=name), signer=self.signer, output=output)
        except Exception:  # pyHanko refuses in several ways.
            return None
        path.write_bytes(output.getvalue())
        return ("sign", None)

    def sign_and_lock(self, path):
        kind = self.generator.choice([fields.FieldMDPAction.ALL, fields.FieldMDPAction.INCLUDE])
        names = ["name"] if kind == fields.FieldMDPAction.INCLUDE else None
        done = self.sign_by_pyhanko(path, fields.FieldMDPSpec(kind, names))
        return done and (*done, lambda field: kind == fields.FieldMDPAction.ALL or field in names)

    def store(self, path):
        """A security store with a certificate."""
        output = io.BytesIO(path.read_bytes())
        try:
            DocumentSecurityStore.add_dss(
                output, sig_contents=None, certs=[load_cert_from_pemder(str(KEYS / "root.pem")), self.stamper.tsa_cert][
                    :1 + self.number() % 2], force_write=True, strict=False)
        except Exception:
            return None
        path.write_bytes(output.getvalue())
        return ("proofs", None)

    def stamp(self, path):
        """A time stamp of the document."""
        writer = IncrementalPdfFileWriter(io.BytesIO(path.read_bytes()), strict=False)
        try:
            output = signers.PdfTimeStamper(self.stamper).timestamp_pdf(writer, "sha256")
        except Exception:
            return None
        path.write_bytes(output.getvalue())
        return ("proofs", None)

    # What is not permitted

    def turn(self, path):
        return self.by_postil(path, "rotate", "--pages", "2", "--by", "90") and ("page", None)

    def move(self, path):
        return self.by_postil(path, "move", "--pages", "2", "--to", "1") and ("page", None)

    def redraw(self, path):
        def change(writer):
            page = writer.root["/Pages"]["/Kids"][0].get_object()
            page["/Contents"] = writer.add_object(generic.StreamObject(stream_data=b"0 0 %d 90 re f" % (60 + self.number())))
            writer.update_container(page)
        return self.appended(path, change) and ("page", None)

    def overwrite(self, path):
        """The page stays as it is, and the stream that it shows does not."""
        def change(writer):
            page = writer.root["/Pages"]["/Kids"][0].get_object()
            contents = page.raw_get("/Contents")
            writer.objects[(contents.generation, contents.idnum)] = generic.StreamObject(
                stream_data=b"0 0 70 %d re f" % (60 + self.number()))
        return self.appended(path, change) and ("page", None)

    def add_field(self, path):
        def change(writer):
            name = f"New{self.number()}"
            field = writer.add_object(generic.DictionaryObject({
                NAME("/FT"): NAME("/Tx"), NAME("/T"): generic.TextStringObject(name)}))
            form = writer.root["/AcroForm"]
            form["/Fields"].append(field)
            writer.update_container(form["/Fields"])
        return self.appended(path, change) and ("field", None)

    def retitle(self, path):
        return self.by_postil(path, "metadata", "--set", f"title=Title {self.number()}") and ("information", None)

    def rewrite(self, path):
        data = io.BytesIO()
        with pikepdf.open(path) as pdf:
            pdf.save(data)
        path.write_bytes(data.getvalue())
        return ("rewrite", None)

    def rewrite_by_qpdf(self, path):
        other = path.with_suffix(".other")
        # It warns of numbers that pyHanko's updates leave out.
        subprocess.run(["qpdf", path, other, "--object-streams=generate", "--warning-exit-0"], check=True, capture_output=True)
        other.replace(path)
        return ("rewrite", None)


#: How often each comes; fewer rewrites, since they end a mixture.
WEIGHTS = {
    "fill": 4, "fill_by_pyhanko": 4, "choose": 2, "annotate": 3, "annotate_by_pyhanko": 3, "erase": 1, "sign": 3, "sign_visibly": 2,
    "sign_by_pyhanko": 3, "sign_and_lock": 3, "store": 3, "stamp": 3, "turn": 1, "move": 1, "redraw": 1, "overwrite": 1, "add_field": 1,
    "retitle": 2, "rewrite": 1, "rewrite_by_qpdf": 1,
}
LEVELS = {"approved": None, "level 1": 1, "level 2": 2, "level 3": 3}


def document(streams):
    """Two pages, two text fields, a group of buttons and an annotation."""
    data = io.BytesIO()
    with pikepdf.new() as pdf:
        for _ in range(2):
            pdf.add_blank_page(page_size=(300, 400))
        page = pdf.pages[0]
        page.Contents = pdf.make_stream(b"0 0 50 50 re f")
        def widget(left, **entries):
            return pdf.make_indirect(pikepdf.Dictionary(
                Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Widget, Rect=[left, 60, left + 60, 80], F=4, P=page.obj, **entries))
        texts = [widget(20, FT=pikepdf.Name.Tx, T="name", V="old"), widget(100, FT=pikepdf.Name.Tx, T="other")]
        group = pdf.make_indirect(pikepdf.Dictionary(FT=pikepdf.Name.Btn, Ff=32768, T="color", Opt=["red", "green"]))
        buttons = [widget(left, Parent=group, AS=pikepdf.Name.Off) for left in (180, 250)]
        group.Kids = pikepdf.Array(buttons)
        square = pdf.make_indirect(pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Square, Rect=[200, 200, 250, 250], F=4, P=page.obj))
        page.Annots = pdf.make_indirect(pikepdf.Array([*texts, *buttons, square]))
        pdf.Root.AcroForm = pdf.make_indirect(pikepdf.Dictionary(Fields=pdf.make_indirect(pikepdf.Array([*texts, group]))))
        mode = pikepdf.ObjectStreamMode.generate if streams else pikepdf.ObjectStreamMode.disable
        pdf.save(data, object_stream_mode=mode)
    return data.getvalue()


def authority():
    """A certificate for time stamps that issued itself, with its key."""
    key = rsa.generate_private_key(65537, 2048)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Time of tests")])
    now = datetime.datetime.now(datetime.timezone.utc)
    made = (x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(7)
            .not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=99))
            .add_extension(x509.ExtendedKeyUsage([x509.ExtendedKeyUsageOID.TIME_STAMPING]), critical=True)
            .add_extension(x509.KeyUsage(True, False, False, False, False, False, False, False, False), critical=True)
            .sign(key, hashes.SHA256()))
    private = key.private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return timestamps.DummyTimeStamper(
        asn1.Certificate.load(made.public_bytes(serialization.Encoding.DER)), keys.PrivateKeyInfo.load(private))


def signed_first(path, level, lock, updates, by_postil):
    """Signs the document; returns the locks."""
    if by_postil:
        names = {None: [], 1: ["--certify", "none"], 2: ["--certify", "forms"], 3: ["--certify", "annotations"]}
        if not updates.by_postil(path, "sign", "--key", KEYS / "rsa.p12", *names[level]):
            raise SystemExit("postil does not sign")
        return []
    permission = {1: fields.MDPPerm.NO_CHANGES, 2: fields.MDPPerm.FILL_FORMS, 3: fields.MDPPerm.ANNOTATE}.get(level)
    writer = IncrementalPdfFileWriter(io.BytesIO(path.read_bytes()), strict=False)
    if lock:
        spec = fields.FieldMDPSpec(fields.FieldMDPAction.INCLUDE, [lock])
        fields.append_signature_field(writer, fields.SigFieldSpec("First", field_mdp_spec=spec))
    metadata = signers.PdfSignatureMetadata(
        field_name="First", certify=permission is not None, docmdp_permissions=permission or fields.MDPPerm.FILL_FORMS)
    output = io.BytesIO()
    signers.sign_pdf(writer, metadata, signer=updates.signer, output=output)
    path.write_bytes(output.getvalue())
    return [lambda field: field == lock] if lock else []


def refusal(kind, field, level, locks):
    """The clause by which an update is not permitted, or None."""
    if kind in ("page", "rewrite", "field"):
        return kind
    if kind == "fill" and any(lock(field) for lock in locks):
        return "locked"
    least = {"fill": 2, "sign": 2, "look": 3, "annotate": 3}.get(kind, 0)
    return kind if level is not None and level < least else None


def pyhanko_says(path):
    """By the names of fields: whether the bytes are intact, and whether later changes are permitted."""
    context = ValidationContext(trust_roots=[load_cert_from_pemder(str(KEYS / "root.pem"))], allow_fetching=False)
    result = {}
    with open(path, "rb") as file:
        reader = PdfFileReader(file, strict=False)
        for one in reader.embedded_signatures:
            try:
                if one.sig_object.get("/Type") == "/DocTimeStamp":
                    state = validate_pdf_timestamp(one, validation_context=context)
                    permitted = state.modification_level is None or state.modification_level.name != "OTHER"
                else:
                    state = validate_pdf_signature(one, signer_validation_context=context)
                    permitted = bool(state.docmdp_ok)
                level = state.modification_level.name if state.modification_level else "none"
                result[one.field_name] = (bool(state.intact and state.valid), permitted, level)
            except Exception as error:  # Its reader and its difference policy raise many kinds.
                result[one.field_name] = (False, False, type(error).__name__)
    return result


def pdfsig_says(path):
    """How many signatures pdfsig finds intact."""
    out = subprocess.run(["pdfsig", "-nocert", path], capture_output=True, text=True, timeout=60).stdout
    return out.count("Signature is Valid.")


def mixture(number, folder, updates, generator):
    """Makes a file; returns its name, the updates, and what ISO 32000-2 says of the signatures, in the order of their making."""
    path = folder / f"{number}.pdf"
    level_name, level = generator.choice(list(LEVELS.items()))
    streams, by_postil = generator.random() < 0.5, generator.random() < 0.4
    lock = None if by_postil or generator.random() < 0.6 else "name"
    path.write_bytes(document(streams))
    locks = signed_first(path, level, lock, updates, by_postil)
    # What is not permitted of the changes after each signature, and whether it is a time stamp.
    signatures = [([], False)]
    done = []
    for _ in range(generator.randrange(5)):
        name = generator.choices(list(WEIGHTS), WEIGHTS.values())[0]
        before = path.read_bytes()
        made = getattr(updates, name)(path)
        if not made or path.read_bytes() == before:
            path.write_bytes(before)
            continue
        kind, field, *lock_of = made
        done.append(name)
        reason = refusal(kind, field, level, locks)
        for changes, _ in signatures:
            changes.append((kind, reason))
        if kind in ("sign", "look") or name == "stamp":
            signatures.append(([], name == "stamp"))
            locks += lock_of
        if kind == "rewrite":
            break
    title = f"{number}: {level_name}{', locks name' if lock else ''}, {'streams' if streams else 'table'}, by " \
            f"{'postil' if by_postil else 'pyHanko'}; {', '.join(done) or 'nothing'}"
    return path, title, signatures


def judge(postil, path, title, expected, differences):
    """Compares what the three say; returns what postil says wrongly."""
    run = postil.run("signatures", path, "--json")
    if run.crash():
        return [f"{title}: {run.crash()}"]
    own = sorted(run.report.get("signatures", []), key=lambda one: one["coveredLength"] or 0)
    if len(own) != len(expected):
        return [f"{title}: {len(own)} signatures, not {len(expected)}"]
    failures = []
    theirs = pyhanko_says(path)
    for index, (one, (changes, _)) in enumerate(zip(own, expected)):
        rewritten = any(kind == "rewrite" for kind, _ in changes)
        reasons = [reason for _, reason in changes if reason]
        right = (not rewritten, not reasons)
        said = (one["integrity"] == "intact" and one["coverage"] != "invalid", one["laterChangesPermitted"])
        if said != right and not (rewritten and not said[0]):
            failures.append(
                f"{title}, signature {index + 1}: intact {said[0]}, permitted {said[1]}, not {right[0]}, {right[1]} "
                f"({reasons}; {one['laterChanges']}; {one['remarks'][:3]})")
        intact, permitted, level = theirs.get(one["field"], (False, False, "missing"))
        if not rewritten and (intact, permitted) != right:
            deciding = reasons[0] if reasons else next((kind for kind, _ in reversed(changes)), "none")
            key = (f"pyHanko {'intact' if intact else 'not intact'}, {'permitted' if permitted else 'not permitted'} ({level})",
                   f"{'permitted' if right[1] else 'not permitted'}", CLAUSES.get(deciding, deciding))
            differences[key].append(title)
    intact = sum(1 for changes, is_stamp in expected if not is_stamp and not any(kind == "rewrite" for kind, _ in changes))
    count = pdfsig_says(path)
    if count != intact:
        differences[(f"pdfsig: {count} intact", f"{intact} intact", CLAUSES["rewrite"])].append(title)
    return failures


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("--count", type=int, default=200, help="how many mixtures")
    parser.add_argument("--seed", type=int, default=1, help="of the random choices")
    parser.add_argument("--only", type=int, help="the number of one mixture alone, which is kept as mixture.pdf")
    arguments = parser.parse_args()
    logging.disable(logging.CRITICAL)
    os.environ["POSTIL_KEY_PASSWORD"] = "postil"
    postil = tool.Postil(arguments.postil, timeout=60)
    signer = signers.SimpleSigner.load_pkcs12(str(KEYS / "rsa.p12"), passphrase=b"postil")
    stamper = authority()
    failures, differences, kinds = [], collections.defaultdict(list), collections.Counter()
    count = signatures = 0
    with tempfile.TemporaryDirectory(prefix="postil-mixtures-") as name:
        for number in range(arguments.count) if arguments.only is None else [arguments.only]:
            generator = random.Random(arguments.seed * 1_000_003 + number)
            updates = Updates(postil, generator, signer, stamper)
            path, title, expected = mixture(number, pathlib.Path(name), updates, generator)
            if arguments.only is not None:
                pathlib.Path("mixture.pdf").write_bytes(path.read_bytes())
            count += 1
            signatures += len(expected)
            kinds.update(kind for kind, _ in expected[0][0])
            failures += judge(postil, path, title, expected, differences)
            path.unlink()
    print(f"{count} mixtures with {signatures} signatures; updates: "
          + ", ".join(f"{kind} {number}" for kind, number in kinds.most_common()))
    print(f"postil differs from ISO 32000-2 in {len(failures)} places.\n")
    for (said, right, clause), titles in sorted(differences.items(), key=lambda one: -len(one[1])):
        print(f"{len(titles)} × {said}; ISO 32000-2: {right}. {clause}")
        for title in titles[:3]:
            print(f"    {title}")
    for failure in failures:
        print(f"FAILED: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
