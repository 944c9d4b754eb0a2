#include "Barrier.hpp"
#include "ObjectBytes.hpp"
#include "Opening.hpp"
#include <cstdlib>
#include <cstring>
#include <qpdf/Buffer.hh>
#include <qpdf/Pipeline.hh>

using namespace postil;

namespace {

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
    if (next < 4096) next = limit < 4096 ? limit : 4096;
    if (next < least) next = least;
    auto moved = static_cast<uint8_t *>(realloc(output.start, next));
    // Half as much again may not be there where what is needed is.
    if (!moved && next > least) moved = static_cast<uint8_t *>(realloc(output.start, next = least));
    if (!moved) throw std::bad_alloc();
    output.start = moved;
    room = next;
  }
};

} // namespace

bool postil_qpdf_decode(postil_qpdf_bytes dictionary, postil_qpdf_bytes data, size_t limit,
                        postil_qpdf_decoded *output, postil_qpdf_error *error) {
  *output = {nullptr, 0, false, false};
  return guarded(error, [&] {
    auto qpdf = empty_document();
    auto entries = read(dictionary, [](int, int) { return QPDFObjectHandle::newNull(); });
    auto buffer = std::make_shared<Buffer>(const_cast<unsigned char *>(data.start), data.count);
    auto stream = qpdf->newStream(buffer);
    stream.replaceStreamData(buffer, entries.getKey("/Filter"), entries.getKey("/DecodeParms"));
    Collector collector(limit, *output);
    try {
      bool is_filtered = false;
      bool is_right = stream.pipeStreamData(&collector, &is_filtered, 0, qpdf_dl_all, true, false);
      if (!is_filtered) throw Failure(POSTIL_QPDF_UNSUPPORTED, "its filter is not known or has wrong parameters");
      output->is_complete = is_right;
    } catch (std::bad_alloc const &) {
      throw;
    } catch (std::exception const &) {
      // What came before the damage is there.
      if (output->is_too_large) postil_qpdf_decoded_free(output);
      else if (output->count == 0) throw;
    }
  });
}

void postil_qpdf_decoded_free(postil_qpdf_decoded *output) {
  free(output->start);
  output->start = nullptr;
  output->count = 0;
}
