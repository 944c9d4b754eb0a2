#include "Barrier.hpp"
#include "ObjectBytes.hpp"
#include "Opening.hpp"
#include <cstring>
#include <map>
#include <qpdf/Buffer.hh>
#include <vector>

using namespace postil;

/// A file that is read.
///
/// As long as nothing is wrong it is read without repair, so that whether repair was needed is known from what
/// libqpdf does and not from what it says.
struct postil_qpdf_document {
  Source source;
  OpenFile file;
  std::string output;
  std::shared_ptr<Buffer> data;

  postil_qpdf_document(Source source) : source(std::move(source)) {
    try {
      file = this->source.open(false);
      if (!file.qpdf->anyWarnings()) return;
      own_table = file.qpdf->getXRefTable();
    } catch (QPDFExc const &exception) {
      if (exception.getErrorCode() == qpdf_e_password || exception.getErrorCode() == qpdf_e_unsupported) throw;
      is_repaired = true;
    } catch (Failure const &) {
      is_repaired = true;
    } catch (std::logic_error const &) {
      // A bug of libqpdf 11.3 that some damaged files find; with repair it often gets past it.
      is_repaired = true;
    }
    repairs = true;
    file = this->source.open(true);
  }

  QPDF &qpdf() { return *file.qpdf; }

  /// Calls `body` with libqpdf, again with repair if the first time something was wrong.
  template <typename Body> void with_repair(Body body) {
    file.begin();
    if (!repairs) {
      try {
        body(qpdf());
        if (!qpdf().anyWarnings()) return;
      } catch (QPDFExc const &) {
        if (!qpdf().anyWarnings()) throw;
      } catch (Failure const &) {
        // What cannot be read without repair is null to libqpdf.
        if (!qpdf().anyWarnings()) throw;
      }
      auto table = qpdf().getXRefTable();
      file = source.open(true);
      own_table = std::move(table);
      repairs = true;
    }
    body(qpdf());
    file.require_complete();
  }

  /// Where an object stands; -1 if it is in an object stream, or there is none. The table is copied once.
  int64_t offset(QPDFObjGen id) {
    if (table_of.lock() != file.qpdf) {
      table = qpdf().getXRefTable();
      table_of = file.qpdf;
    }
    auto entry = table.find(id);
    return entry != table.end() && entry->second.getType() == 1 ? entry->second.getOffset() : -1;
  }

  void forget() {
    if (repairs || qpdf().anyWarnings()) return;
    auto fresh = source.open(false);
    if (!fresh.qpdf->anyWarnings()) file = fresh;
  }

  bool was_repaired() {
    if (!repairs || is_repaired) return is_repaired;
    collect_warnings();
    if (warning_count != warnings_compared) {
      warnings_compared = warning_count;
      is_repaired = !is_own_table();
    }
    return is_repaired;
  }

  /// Moves the warnings out of libqpdf, which collects them without end.
  void collect_warnings() {
    for (auto const &exception : qpdf().getWarnings()) {
      warning_count++;
      if (warnings.size() == most_warnings) continue;
      postil_qpdf_error warning;
      fill(warning, exception);
      warnings.push_back(warning);
    }
  }

  std::vector<postil_qpdf_error> warnings;
  size_t warning_count = 0;

private:
  static constexpr size_t most_warnings = 1000;

  bool repairs = false;
  bool is_repaired = false;
  /// The cross-reference entries that the file has, once something was wrong.
  std::map<QPDFObjGen, QPDFXRefEntry> own_table;
  size_t warnings_compared = 0;
  /// The entries for ``offset``, and whose they are.
  std::map<QPDFObjGen, QPDFXRefEntry> table;
  std::weak_ptr<QPDF> table_of;

  bool is_own_table() {
    auto table = qpdf().getXRefTable();
    if (table.size() != own_table.size()) return false;
    auto own = own_table.begin();
    for (auto const &entry : table) {
      if (entry.first != own->first || !is_same(entry.second, own->second)) return false;
      ++own;
    }
    return true;
  }

  static bool is_same(QPDFXRefEntry const &a, QPDFXRefEntry const &b) {
    if (a.getType() != b.getType()) return false;
    switch (a.getType()) {
    case 1: return a.getOffset() == b.getOffset();
    case 2:
      return a.getObjStreamNumber() == b.getObjStreamNumber() && a.getObjStreamIndex() == b.getObjStreamIndex();
    default: return true;
    }
  }
};

static postil_qpdf_bytes view(std::string const &bytes) {
  return {reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()};
}

// MARK: - Reading

bool postil_qpdf_open(const uint8_t *bytes, size_t count, const char *password, postil_qpdf_document **document,
                      postil_qpdf_error *error) {
  *document = nullptr;
  return guarded(error, [&] {
    Source source{bytes, count, std::nullopt};
    if (password) source.password = password;
    *document = new postil_qpdf_document(std::move(source));
  });
}

void postil_qpdf_close(postil_qpdf_document *document) {
  postil_qpdf_error ignored;
  guarded(&ignored, [&] { delete document; });
}

void postil_qpdf_forget(postil_qpdf_document *document) {
  postil_qpdf_error ignored;
  guarded(&ignored, [&] { document->forget(); });
}

bool postil_qpdf_object(postil_qpdf_document *document, int number, int generation, postil_qpdf_bytes *object,
                        postil_qpdf_error *error) {
  return guarded(error, [&] {
    document->with_repair([&](QPDF &qpdf) { write(qpdf.getObject(number, generation), document->output); });
    *object = view(document->output);
  });
}

int64_t postil_qpdf_offset(postil_qpdf_document *document, int number, int generation) {
  postil_qpdf_error ignored;
  int64_t result = -1;
  guarded(&ignored, [&] {
    result = document->offset(QPDFObjGen(number, generation));
  });
  return result;
}

bool postil_qpdf_trailer(postil_qpdf_document *document, postil_qpdf_bytes *trailer, postil_qpdf_error *error) {
  return guarded(error, [&] {
    write(document->qpdf().getTrailer(), document->output);
    *trailer = view(document->output);
  });
}

bool postil_qpdf_stream(postil_qpdf_document *document, int number, int generation, postil_qpdf_bytes *data,
                        postil_qpdf_error *error) {
  return guarded(error, [&] {
    document->with_repair([&](QPDF &qpdf) {
      auto object = qpdf.getObject(number, generation);
      if (!object.isStream()) throw Failure(POSTIL_QPDF_DAMAGED, "there is no stream of that number");
      document->data = object.getRawStreamData();
    });
    *data = {document->data->getBuffer(), document->data->getSize()};
  });
}

bool postil_qpdf_was_repaired(postil_qpdf_document *document) {
  postil_qpdf_error ignored;
  bool result = true;
  guarded(&ignored, [&] { result = document->was_repaired(); });
  return result;
}

size_t postil_qpdf_warning_count(postil_qpdf_document *document) {
  postil_qpdf_error ignored;
  guarded(&ignored, [&] { document->collect_warnings(); });
  return document->warning_count;
}

bool postil_qpdf_warning(postil_qpdf_document *document, size_t index, postil_qpdf_error *warning) {
  if (index >= document->warnings.size()) return false;
  *warning = document->warnings[index];
  return true;
}

// MARK: - Facts

QPDF &postil::opened(postil_qpdf_document *document) {
  document->file.begin();
  return document->qpdf();
}

static uint32_t permissions(QPDF &qpdf) {
  uint32_t result = 0;
  if (qpdf.allowPrintLowRes()) result |= POSTIL_QPDF_PRINTING;
  if (qpdf.allowPrintHighRes()) result |= POSTIL_QPDF_HIGH_QUALITY_PRINTING;
  if (qpdf.allowModifyOther()) result |= POSTIL_QPDF_CHANGING;
  if (qpdf.allowExtractAll()) result |= POSTIL_QPDF_COPYING;
  if (qpdf.allowModifyAnnotation()) result |= POSTIL_QPDF_ANNOTATING;
  if (qpdf.allowModifyForm()) result |= POSTIL_QPDF_FILLING_FORMS;
  if (qpdf.allowAccessibility()) result |= POSTIL_QPDF_ACCESSIBILITY;
  if (qpdf.allowModifyAssembly()) result |= POSTIL_QPDF_ASSEMBLING;
  return result;
}

static postil_qpdf_cipher cipher(QPDF::encryption_method_e method) {
  switch (method) {
  case QPDF::e_none: return POSTIL_QPDF_NO_CIPHER;
  case QPDF::e_rc4: return POSTIL_QPDF_RC4;
  case QPDF::e_aes: return POSTIL_QPDF_AES_128;
  case QPDF::e_aesv3: return POSTIL_QPDF_AES_256;
  default: return POSTIL_QPDF_UNKNOWN_CIPHER;
  }
}

bool postil_qpdf_read_facts(postil_qpdf_document *document, postil_qpdf_facts *facts, postil_qpdf_error *error) {
  return guarded(error, [&] {
    memset(facts, 0, sizeof *facts);
    QPDF &qpdf = document->qpdf();
    strncpy(facts->version, qpdf.getPDFVersion().c_str(), sizeof facts->version - 1);
    QPDF::encryption_method_e stream, string, file;
    facts->is_encrypted =
        qpdf.isEncrypted(facts->revision, facts->rights, facts->algorithm, stream, string, file);
    if (!facts->is_encrypted) return;
    facts->permissions = permissions(qpdf);
    facts->stream_cipher = cipher(stream);
    facts->string_cipher = cipher(string);
    facts->file_cipher = cipher(file);
    facts->is_owner = qpdf.ownerPasswordMatched();
  });
}

bool postil_qpdf_encryption_key(postil_qpdf_document *document, postil_qpdf_bytes *key, postil_qpdf_error *error) {
  return guarded(error, [&] {
    document->output = document->qpdf().isEncrypted() ? document->qpdf().getEncryptionKey() : std::string();
    *key = view(document->output);
  });
}
