#ifndef POSTIL_QPDF_OPENING_HPP
#define POSTIL_QPDF_OPENING_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <qpdf/QPDF.hh>
#include <string>

namespace postil {

/// The bytes of a file, which are somebody else's, and what opens them.
struct Source {
  const uint8_t *bytes;
  size_t count;
  std::optional<std::string> password;

  /// Has libqpdf open the file, without a word to the terminal.
  /// - Parameter repairs: Whether it rebuilds a cross-reference table that is not right, and looks for the end of
  ///   streams whose length is not.
  std::shared_ptr<QPDF> open(bool repairs) const;
};

} // namespace postil
#endif
