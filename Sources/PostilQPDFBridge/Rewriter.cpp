#include "Barrier.hpp"
#include "Filter.hpp"
#include "ObjectBytes.hpp"
#include "Opening.hpp"
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>
#include <qpdf/Pipeline.hh>
#include <qpdf/QPDFWriter.hh>

using namespace postil;

struct postil_qpdf_rewriter {
  OpenFile file;
  std::shared_ptr<QPDF> qpdf;
  /// Where objects went that the file did not have.
  std::map<int, QPDFObjGen> reserved;
  /// Objects whose numbers in the new file are asked for, and these.
  std::map<QPDFObjGen, int> followed;
  /// Objects of the file that libqpdf could not read: it would write null for them.
  std::vector<QPDFObjGen> unread;
  /// The numbers of objects of generation 0, in their order, and those that they have in the new file: of objects that the file did not
  /// have, those for which room was made. Numbers may be far apart.
  std::vector<std::pair<int, int>> numbers;

  postil_qpdf_rewriter(Source const &source) : file(source.open(true)), qpdf(file.qpdf) {
    // Reads every object once, before anything is replaced: a table that is not right is rebuilt now, and libqpdf,
    // which takes in all members of an object stream when it first needs one, puts none back over its replacement.
    qpdf->fixDanglingReferences(true);
    file.require_complete();
    find_unread();
    require_shallow_page_tree();
    mend_names(*qpdf);
  }

  /// libqpdf says so in a warning alone.
  void find_unread() {
    for (auto const &warning : qpdf->getWarnings()) {
      int number = 0, generation = 0, end = 0;
      auto const &detail = warning.getMessageDetail();
      if (sscanf(detail.c_str(), "object %d/%d: error reading object%n", &number, &generation, &end) == 2 && end > 0)
        unread.emplace_back(number, generation);
    }
  }

  /// libqpdf goes down the page tree within itself, without a limit, before it writes.
  void require_shallow_page_tree() {
    std::vector<std::pair<QPDFObjectHandle, int>> pending{{qpdf->getRoot().getKey("/Pages"), 0}};
    std::set<QPDFObjGen> visited;
    while (!pending.empty()) {
      auto [node, depth] = pending.back();
      pending.pop_back();
      if (!node.isDictionary() || (node.isIndirect() && !visited.insert(node.getObjGen()).second)) continue;
      if (depth > deepest_page_tree) throw Failure(POSTIL_QPDF_DAMAGED, "the page tree is too deep");
      auto kids = node.getKey("/Kids");
      if (!kids.isArray()) continue;
      for (auto const &kid : kids.getArrayAsVector()) pending.emplace_back(kid, depth + 1);
    }
  }

  static constexpr int deepest_page_tree = 1000;

  QPDFObjectHandle reference(int number, int generation) { return qpdf->getObject(place(number, generation)); }

  QPDFObjGen place(int number, int generation) {
    auto found = reserved.find(number);
    return found != reserved.end() && generation == 0 ? found->second : QPDFObjGen(number, generation);
  }

  QPDFObjectHandle object(postil_qpdf_bytes bytes) {
    return read(bytes, [this](int number, int generation) { return reference(number, generation); });
  }
};

namespace {

/// Hands what libqpdf writes to a function, in larger pieces.
///
/// It never throws: libqpdf writes from within destructors, where an exception ends the program. What went wrong
/// is remembered, and thrown by Progress and at the end.
class Output : public Pipeline {
public:
  Output(postil_qpdf_write_options const &options) : Pipeline("output", nullptr), options(options) {
    pending.reserve(size);
  }

  void write(unsigned char const *data, size_t count) override {
    if (pending.size() + count > size) flush();
    if (count > size) return hand_over(data, count);
    pending.append(reinterpret_cast<const char *>(data), count);
  }

  void finish() override { flush(); }

  void throw_if_failed() const {
    if (failure == ECANCELED) throw Failure(POSTIL_QPDF_CANCELLED, "stopped");
    if (failure != 0) throw Failure(POSTIL_QPDF_SYSTEM, "the output could not be written", failure);
  }

private:
  static constexpr size_t size = 1 << 18;
  postil_qpdf_write_options const &options;
  std::string pending;
  int failure = 0;

  void flush() {
    hand_over(reinterpret_cast<const uint8_t *>(pending.data()), pending.size());
    pending.clear();
  }

  void hand_over(const uint8_t *bytes, size_t count) {
    if (count > 0 && failure == 0) failure = options.write(options.context, bytes, count);
  }
};

/// Looks now and then whether to go on.
class Progress : public QPDFWriter::ProgressReporter {
public:
  Progress(postil_qpdf_write_options const &options, Output const &output) : options(options), output(output) {}
  void reportProgress(int percent) override {
    output.throw_if_failed();
    if (options.progress && !options.progress(options.context, percent))
      throw Failure(POSTIL_QPDF_CANCELLED, "stopped");
  }

private:
  postil_qpdf_write_options const &options;
  Output const &output;
};

void encrypt(QPDFWriter &writer, postil_qpdf_write_options const &options) {
  switch (options.encryption) {
  case POSTIL_QPDF_KEEP_ENCRYPTION: return;
  case POSTIL_QPDF_REMOVE_ENCRYPTION: return writer.setPreserveEncryption(false);
  case POSTIL_QPDF_COPY_ENCRYPTION:
    if (!options.encrypted || !opened(options.encrypted).isEncrypted())
      throw Failure(POSTIL_QPDF_INTERNAL, "no encrypted file to do as");
    return writer.copyEncryptionParameters(opened(options.encrypted));
  case POSTIL_QPDF_ENCRYPT_AES_256: break;
  }
  auto allows = [&](uint32_t right) { return (options.permissions & right) != 0; };
  auto print = allows(POSTIL_QPDF_HIGH_QUALITY_PRINTING) ? qpdf_r3p_full
               : allows(POSTIL_QPDF_PRINTING)            ? qpdf_r3p_low
                                                         : qpdf_r3p_none;
  writer.setR6EncryptionParameters(options.user_password ? options.user_password : "",
                                   options.owner_password ? options.owner_password : "",
                                   allows(POSTIL_QPDF_ACCESSIBILITY), allows(POSTIL_QPDF_COPYING),
                                   allows(POSTIL_QPDF_ASSEMBLING), allows(POSTIL_QPDF_ANNOTATING),
                                   allows(POSTIL_QPDF_FILLING_FORMS), allows(POSTIL_QPDF_CHANGING), print, true);
}

qpdf_object_stream_e mode(postil_qpdf_object_streams wish) {
  switch (wish) {
  case POSTIL_QPDF_NO_OBJECT_STREAMS: return qpdf_o_disable;
  case POSTIL_QPDF_MAKE_OBJECT_STREAMS: return qpdf_o_generate;
  default: return qpdf_o_preserve;
  }
}

} // namespace

// MARK: - Objects

bool postil_qpdf_rewriter_open(const uint8_t *bytes, size_t count, const char *password,
                               postil_qpdf_rewriter **rewriter, postil_qpdf_error *error) {
  *rewriter = nullptr;
  return guarded(error, [&] {
    Source source{bytes, count, std::nullopt};
    if (password) source.password = password;
    *rewriter = new postil_qpdf_rewriter(source);
  });
}

void postil_qpdf_rewriter_close(postil_qpdf_rewriter *rewriter) {
  postil_qpdf_error ignored;
  guarded(&ignored, [&] { delete rewriter; });
}

bool postil_qpdf_rewriter_reserve(postil_qpdf_rewriter *rewriter, int number, postil_qpdf_error *error) {
  return guarded(error, [&] {
    auto object = rewriter->qpdf->makeIndirectObject(QPDFObjectHandle::newNull());
    rewriter->reserved[number] = object.getObjGen();
  });
}

bool postil_qpdf_rewriter_set(postil_qpdf_rewriter *rewriter, int number, int generation, postil_qpdf_bytes object,
                              postil_qpdf_error *error) {
  return guarded(error, [&] {
    auto value = rewriter->object(object);
    if (value.isIndirect()) throw Failure(POSTIL_QPDF_INTERNAL, "an object that is a reference");
    rewriter->qpdf->replaceObject(rewriter->place(number, generation), value);
  });
}

bool postil_qpdf_rewriter_set_stream(postil_qpdf_rewriter *rewriter, int number, int generation,
                                     postil_qpdf_bytes dictionary, postil_qpdf_bytes data, postil_qpdf_error *error) {
  return guarded(error, [&] {
    auto entries = rewriter->object(dictionary);
    auto stream = rewriter->qpdf->newStream();
    stream.replaceDict(entries);
    stream.replaceStreamData(std::string(reinterpret_cast<const char *>(data.start), data.count),
                             entries.getKey("/Filter"), entries.getKey("/DecodeParms"));
    // libqpdf takes no stream for a replacement, but it exchanges objects.
    rewriter->qpdf->swapObjects(rewriter->place(number, generation), stream.getObjGen());
  });
}

bool postil_qpdf_rewriter_set_trailer(postil_qpdf_rewriter *rewriter, postil_qpdf_bytes dictionary,
                                      postil_qpdf_error *error) {
  return guarded(error, [&] {
    auto entries = rewriter->object(dictionary);
    auto trailer = rewriter->qpdf->getTrailer();
    for (auto const &key : entries.getKeys()) trailer.replaceKey(key, entries.getKey(key));
  });
}

bool postil_qpdf_rewriter_set_stream_dictionary(postil_qpdf_rewriter *rewriter, int number, int generation,
                                                postil_qpdf_bytes dictionary, postil_qpdf_error *error) {
  return guarded(error, [&] {
    auto stream = rewriter->reference(number, generation);
    if (!stream.isStream()) throw Failure(POSTIL_QPDF_DAMAGED, "there is no stream of that number");
    auto entries = rewriter->object(dictionary);
    entries.replaceKey("/Length", stream.getDict().getKey("/Length"));
    stream.replaceDict(entries);
  });
}

bool postil_qpdf_rewriter_follow(postil_qpdf_rewriter *rewriter, int number, int generation,
                                 postil_qpdf_error *error) {
  return guarded(error, [&] { rewriter->followed[QPDFObjGen(number, generation)] = 0; });
}

int postil_qpdf_rewriter_number(postil_qpdf_rewriter *rewriter, int number, int generation) {
  InsideLibrary inside;
  auto found = rewriter->followed.find(QPDFObjGen(number, generation));
  if (found != rewriter->followed.end()) return found->second;
  auto known = std::lower_bound(rewriter->numbers.begin(), rewriter->numbers.end(), std::make_pair(number, 0));
  return generation == 0 && known != rewriter->numbers.end() && known->first == number ? known->second : 0;
}

bool postil_qpdf_rewriter_unread(postil_qpdf_rewriter *rewriter, size_t index, int *number, int *generation) {
  if (index >= rewriter->unread.size()) return false;
  *number = rewriter->unread[index].getObj();
  *generation = rewriter->unread[index].getGen();
  return true;
}

bool postil_qpdf_rewriter_renumbered(postil_qpdf_rewriter *rewriter, size_t index, int *old_number, int *new_number) {
  if (index >= rewriter->numbers.size()) return false;
  std::tie(*old_number, *new_number) = rewriter->numbers[index];
  return true;
}

// MARK: - Writing

bool postil_qpdf_rewriter_write(postil_qpdf_rewriter *rewriter, const postil_qpdf_write_options *options,
                                postil_qpdf_error *error) {
  return guarded(error, [&] {
    QPDF &qpdf = *rewriter->qpdf;
    rewriter->file.begin();
    // libqpdf gives the right size in place of any, but none where the file had none.
    auto trailer = qpdf.getTrailer();
    if (!trailer.hasKey("/Size")) trailer.replaceKey("/Size", QPDFObjectHandle::newInteger(1));
    // A code over the file as it was (ISO/TS 32004).
    trailer.removeKey("/AuthCode");
    // Streams that AES decrypts stay compressed as they are: see AESStreamFailure.
    if (has_aes_streams(qpdf))
      for (auto &object : qpdf.getAllObjects())
        if (object.isStream() && object.getDict().hasKey("/Filter")) object.setFilterOnWrite(false);
    Output output(*options);
    QPDFWriter writer(qpdf);
    writer.setOutputPipeline(&output);
    writer.setObjectStreamMode(mode(options->object_streams));
    writer.setLinearization(options->linearizes);
    // PDF/A wants it (ISO 19005-1, 6.1.7), and ISO 32000-2, 7.3.8.1, asks for it.
    writer.setNewlineBeforeEndstream(true);
    encrypt(writer, *options);
    writer.registerProgressReporter(std::make_shared<Progress>(*options, output));
    writer.write();
    for (auto &[place, number] : rewriter->followed)
      number = writer.getRenumberedObjGen(rewriter->place(place.getObj(), place.getGen())).getObj();
    auto note = [&](int number, QPDFObjGen place) {
      auto found = writer.getRenumberedObjGen(place).getObj();
      if (found > 0) rewriter->numbers.emplace_back(number, found);
    };
    for (auto const &[place, entry] : qpdf.getXRefTable())
      if (place.getGen() == 0 && place.getObj() > 0 && !rewriter->reserved.count(place.getObj())) note(place.getObj(), place);
    for (auto const &[number, place] : rewriter->reserved) note(number, place);
    std::sort(rewriter->numbers.begin(), rewriter->numbers.end());
    output.finish();
    output.throw_if_failed();
  });
}
