#ifndef POSTIL_QPDF_GUARDED_SOURCE_HPP
#define POSTIL_QPDF_GUARDED_SOURCE_HPP

#include <cstdint>
#include <qpdf/Buffer.hh>
#include <qpdf/BufferInputSource.hh>

namespace postil {

/// The bytes of a file, which throw when the stack is nearly used up: libqpdf reads an object that it needs for another
/// one within the reading of that one, without a limit, and a stream whose length is the length of a stream, and so
/// on, would end the program.
class GuardedSource : public BufferInputSource {
public:
  /// - Parameter bytes: Must stay.
  GuardedSource(const uint8_t *bytes, size_t count);

  void seek(qpdf_offset_t offset, int whence) override;

  /// Whether it threw, and does so from now on: objects are missing that the file has.
  bool is_exhausted() const { return exhausted; }

private:
  bool exhausted = false;
};

} // namespace postil
#endif
