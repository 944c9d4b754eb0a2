#ifndef POSTIL_QPDF_OPENING_HPP
#define POSTIL_QPDF_OPENING_HPP

#include "GuardedSource.hpp"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <qpdf/QPDF.hh>
#include <string>

struct postil_qpdf_document;

namespace postil {

/// A file that libqpdf has open.
struct OpenFile {
  std::shared_ptr<QPDF> qpdf;
  std::shared_ptr<GuardedSource> bytes;

  /// To be called before each use: what it may cost is counted from here.
  void begin() const;

  /// Throws if objects could not be read because they lead to each other too deeply, or take too long: they are null in libqpdf.
  void require_complete() const;
};

/// The bytes of a file, which the caller owns, and what opens them.
struct Source {
  const uint8_t *bytes;
  size_t count;
  std::optional<std::string> password;

  /// Has libqpdf open the file, without a word to the terminal.
  /// - Parameter repairs: Whether it rebuilds a cross-reference table that is not right, and looks for the end of
  ///   streams whose length is not.
  OpenFile open(bool repairs) const;
};

/// The file behind a document, for others that read it, too.
QPDF &opened(postil_qpdf_document *document);

} // namespace postil
#endif
