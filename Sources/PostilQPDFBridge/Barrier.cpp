#include "Barrier.hpp"
#include <cstring>

namespace postil {

/// Copies as much as fits, always with a zero at the end and never half a UTF-8 character.
template <size_t size> static void copy(char (&target)[size], const char *text) noexcept {
  size_t count = strnlen(text, size);
  if (count == size) {
    count = size - 1;
    while (count > 0 && (static_cast<unsigned char>(text[count]) & 0xC0) == 0x80) count--;
  }
  memcpy(target, text, count);
  target[count] = 0;
}

void fill(postil_qpdf_error &error, postil_qpdf_code code, const char *text) noexcept {
  error.code = code;
  error.system_error = 0;
  error.offset = -1;
  error.object[0] = 0;
  copy(error.text, text);
}

static postil_qpdf_code code(QPDFExc const &exception) noexcept {
  // What libqpdf says where a filter failed as well as where it knows none: neither is a feature of the whole file.
  if (exception.getMessageDetail().find("unfilterable") != std::string::npos) return POSTIL_QPDF_DAMAGED;
  switch (exception.getErrorCode()) {
  case qpdf_e_password: return POSTIL_QPDF_PASSWORD;
  case qpdf_e_unsupported: return POSTIL_QPDF_UNSUPPORTED;
  case qpdf_e_system: return POSTIL_QPDF_SYSTEM;
  case qpdf_e_internal: return POSTIL_QPDF_INTERNAL;
  default: return POSTIL_QPDF_DAMAGED;
  }
}

void fill(postil_qpdf_error &error, QPDFExc const &exception) noexcept {
  fill(error, code(exception), exception.getMessageDetail().c_str());
  error.offset = exception.getFilePosition();
  copy(error.object, exception.getObject().c_str());
}

} // namespace postil
