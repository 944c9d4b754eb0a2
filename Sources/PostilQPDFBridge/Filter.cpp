#include "Filter.hpp"
#include "Barrier.hpp"
#include "ObjectBytes.hpp"
#include "Opening.hpp"
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <map>
#include <qpdf/Pipeline.hh>
#include <qpdf/Pl_DCT.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFStreamFilter.hh>

using namespace postil;

namespace {

std::atomic<postil_qpdf_decoder> decoder{nullptr};

/// What may come out of a filter of the file that this thread reads.
thread_local size_t filter_limit = 4 << 20;

/// That file.
thread_local std::weak_ptr<QPDF> filtered_file;

bool is_decrypted_by_aes() {
  auto qpdf = filtered_file.lock();
  return qpdf && postil::has_aes_streams(*qpdf);
}

/// The end of a pipeline, which takes no more than a number of bytes.
class Collector : public Pipeline {
public:
  Collector(size_t limit, postil_qpdf_decoded &output) : Pipeline("collector", nullptr), limit(limit), output(output) {}

  void write(unsigned char const *data, size_t count) override {
    if (count > limit - output.count) {
      output.is_too_large = true;
      throw Failure(POSTIL_QPDF_CANCELLED, "it is too large");
    }
    if (count > room - output.count) grow(output.count + count);
    if (count > 0) memcpy(output.start + output.count, data, count);
    output.count += count;
  }

  void finish() override {}

private:
  size_t const limit;
  postil_qpdf_decoded &output;
  size_t room = 0;

  void grow(size_t least) {
    size_t next = room < limit / 2 ? room * 2 : limit;
    if (next < least) next = least;
    auto moved = static_cast<uint8_t *>(realloc(output.start, next));
    // Twice as much may not be there where what is needed is.
    if (!moved && next > least) moved = static_cast<uint8_t *>(realloc(output.start, next = least));
    if (!moved) throw std::bad_alloc();
    output.start = moved;
    room = next;
  }
};

/// Frees an output, whatever is thrown.
struct Output {
  postil_qpdf_decoded value{nullptr, 0, false, false};
  ~Output() { postil_qpdf_decoded_free(&value); }
};

/// Collects all that comes in, then undoes the filter.
class Stage : public Pipeline {
public:
  Stage(std::string name, std::string parameters, Pipeline *next)
      : Pipeline("filter", next), name(std::move(name)), parameters(std::move(parameters)) {}

  void write(unsigned char const *data, size_t count) override {
    input.append(reinterpret_cast<char const *>(data), count);
  }

  void finish() override {
    try {
      decode_all();
    } catch (std::exception const &exception) {
      if (!is_decrypted_by_aes()) throw;
      auto failure = dynamic_cast<Failure const *>(&exception);
      throw AESStreamFailure{failure ? failure->code : POSTIL_QPDF_DAMAGED, exception.what()};
    }
  }

private:
  std::string const name;
  std::string const parameters;
  std::string input;

  void decode_all() {
    Output output;
    auto decode = decoder.load();
    auto view = [](std::string const &text) {
      return postil_qpdf_bytes{reinterpret_cast<uint8_t const *>(text.data()), text.size()};
    };
    bool is_right = decode && decode(name.c_str(), view(parameters), view(input), filter_limit, &output.value);
    std::string().swap(input);
    if (output.value.is_too_large) throw Failure(POSTIL_QPDF_DAMAGED, "a stream is too large when it is decompressed");
    if (output.value.count > 0) getNext()->write(output.value.start, output.value.count);
    getNext()->finish();
    if (!is_right || !output.value.is_complete)
      throw Failure(POSTIL_QPDF_DAMAGED, "the data of a stream is damaged");
  }
};

class Filter : public QPDFStreamFilter {
public:
  Filter(char const *name, bool is_specialized) : name(name), is_specialized(is_specialized) {}

  bool setDecodeParms(QPDFObjectHandle object) override {
    if (object.isNull()) return true;
    if (!object.isDictionary()) return false;
    auto integers = QPDFObjectHandle::newDictionary();
    for (auto const &entry : object.getDictAsMap()) {
      auto value = entry.second;
      if (value.isInteger()) integers.replaceKey(entry.first, QPDFObjectHandle::newInteger(value.getIntValue()));
    }
    postil::write(integers, parameters);
    return true;
  }

  Pipeline *getDecodePipeline(Pipeline *next) override {
    stage = std::make_unique<Stage>(name, parameters, next);
    return stage.get();
  }

  bool isSpecializedCompression() override { return is_specialized; }

private:
  char const *const name;
  bool const is_specialized;
  std::string parameters;
  std::unique_ptr<Stage> stage;
};

void install(char const *name, bool is_specialized) {
  QPDF::registerStreamFilter(
      std::string("/") + name, [=]() { return std::make_shared<Filter>(name, is_specialized); });
}

} // namespace

namespace postil {

bool has_aes_streams(QPDF &qpdf) {
  int revision, rights, algorithm;
  QPDF::encryption_method_e stream, string, file;
  return qpdf.isEncrypted(revision, rights, algorithm, stream, string, file) &&
         (stream == QPDF::e_aes || stream == QPDF::e_aesv3);
}

void install_filters() {
  install("FlateDecode", false);
  install("LZWDecode", false);
  install("ASCII85Decode", false);
  install("ASCIIHexDecode", false);
  install("RunLengthDecode", true);
}

void set_filtered_file(std::shared_ptr<QPDF> const &qpdf, size_t file_size) {
  filtered_file = qpdf;
  constexpr size_t least = 4 << 20, times = 64;
  filter_limit = file_size > SIZE_MAX / times ? SIZE_MAX : std::max(least, file_size * times);
}

} // namespace postil

void postil_qpdf_set_decoder(postil_qpdf_decoder function) { decoder = function; }

bool postil_qpdf_decode_jpeg(postil_qpdf_bytes data, size_t limit, postil_qpdf_decoded *output,
                             postil_qpdf_error *error) {
  *output = {nullptr, 0, false, false};
  return guarded(error, [&] {
    Collector collector(limit, *output);
    try {
      Pl_DCT decoder("JPEG", &collector);
      decoder.write(data.start, data.count);
      decoder.finish();
      output->is_complete = true;
    } catch (std::bad_alloc const &) {
      throw;
    } catch (std::exception const &) {
      // What came before the damage is there.
      if (!output->is_too_large && output->count == 0) throw;
    }
  });
}

bool postil_qpdf_decoded_fill(postil_qpdf_decoded *output, const uint8_t *start, size_t count, bool is_complete) {
  auto copy = static_cast<uint8_t *>(malloc(count > 0 ? count : 1));
  if (!copy) return false;
  if (count > 0) memcpy(copy, start, count);
  *output = {copy, count, false, is_complete};
  return true;
}

void postil_qpdf_decoded_free(postil_qpdf_decoded *output) {
  free(output->start);
  output->start = nullptr;
  output->count = 0;
}
