#ifndef POSTIL_QPDF_GUARDED_SOURCE_HPP
#define POSTIL_QPDF_GUARDED_SOURCE_HPP

#include <cstdint>
#include <qpdf/Buffer.hh>
#include <qpdf/BufferInputSource.hh>

namespace postil {

/// The bytes of a file, which throw
///
/// - when the stack is nearly used up: libqpdf reads an object that it needs for another one within the reading of that one,
///   without a limit, and a stream whose length is the length of a stream, and so on, would end the program;
/// - when it read many times as much as the file has: where it searches a damaged file, some files make it read all of the
///   rest at each line.
class GuardedSource : public BufferInputSource {
public:
  /// - Parameter bytes: Must stay.
  GuardedSource(const uint8_t *bytes, size_t count);

  void seek(qpdf_offset_t offset, int whence) override;
  size_t read(char *buffer, size_t length) override;
  qpdf_offset_t findAndSkipNextEOL() override;

  size_t size() const { return count; }

  /// Counts what is read from here on.
  void begin() { work = 0; }

  /// Throws if it threw, and does so from now on: objects are missing that the file has.
  void require_unexhausted() const;

private:
  size_t const count;
  uint64_t const most_work;
  uint64_t work = 0;
  bool is_deep = false;
  bool is_long = false;

  void add(uint64_t more);
};

} // namespace postil
#endif
