#ifndef POSTIL_QPDF_BARRIER_HPP
#define POSTIL_QPDF_BARRIER_HPP
// Where exceptions end and become errors.

#include "CPostilSystem.h"
#include "include/PostilQPDFBridge.h"
#include <exception>
#include <new>
#include <qpdf/QPDFExc.hh>
#include <qpdf/QPDFSystemError.hh>
#include <stdexcept>
#include <string>

namespace postil {

/// While it lives, the thread is inside a library that the end of the program takes down.
struct InsideLibrary {
  InsideLibrary() noexcept { postil_enter_library(); }
  ~InsideLibrary() { postil_leave_library(); }
  InsideLibrary(InsideLibrary const &) = delete;
  InsideLibrary &operator=(InsideLibrary const &) = delete;
};

/// What the bridge throws by itself.
struct Failure : std::runtime_error {
  Failure(postil_qpdf_code code, const char *text, int system_error = 0)
      : std::runtime_error(text), code(code), system_error(system_error) {}
  postil_qpdf_code code;
  int system_error;
};

/// A failure at the end of a stream that AES decrypts. It is no std::exception, so that libqpdf does not catch it: it would end the
/// pipeline a second time, and its pipeline for AES has no cipher any more then.
struct AESStreamFailure {
  postil_qpdf_code code;
  std::string text;
};

void fill(postil_qpdf_error &error, postil_qpdf_code code, const char *text) noexcept;
void fill(postil_qpdf_error &error, QPDFExc const &exception) noexcept;

/// Calls into libqpdf. Whatever is thrown becomes an error.
template <typename Body> bool guarded(postil_qpdf_error *error, Body body) noexcept {
  InsideLibrary inside;
  try {
    body();
    return true;
  } catch (Failure const &failure) {
    fill(*error, failure.code, failure.what());
    error->system_error = failure.system_error;
  } catch (AESStreamFailure const &failure) {
    fill(*error, failure.code, failure.text.c_str());
  } catch (QPDFExc const &exception) {
    fill(*error, exception);
  } catch (QPDFSystemError const &exception) {
    fill(*error, POSTIL_QPDF_SYSTEM, exception.what());
    error->system_error = exception.getErrno();
  } catch (std::bad_alloc const &exception) {
    fill(*error, POSTIL_QPDF_MEMORY, exception.what());
  } catch (std::length_error const &exception) {
    // A size out of the file that no container can have.
    fill(*error, POSTIL_QPDF_MEMORY, exception.what());
  } catch (std::exception const &exception) {
    fill(*error, POSTIL_QPDF_INTERNAL, exception.what());
  } catch (...) {
    fill(*error, POSTIL_QPDF_INTERNAL, "an exception of an unknown kind");
  }
  return false;
}

} // namespace postil
#endif
