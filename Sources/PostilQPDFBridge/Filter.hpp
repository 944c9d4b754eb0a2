#ifndef POSTIL_QPDF_FILTER_HPP
#define POSTIL_QPDF_FILTER_HPP
// The filters that libqpdf uses for itself, with a limit.

#include <cstddef>
#include <memory>
#include <qpdf/QPDF.hh>

namespace postil {

/// Puts filters with a limit in the place of libqpdf's own; once.
void install_filters();

/// Whether streams of a file are decrypted by AES.
bool has_aes_streams(QPDF &qpdf);

/// Notes which file this thread reads from now on; its size says what may come out of a filter.
void set_filtered_file(std::shared_ptr<QPDF> const &qpdf, size_t file_size);

} // namespace postil
#endif
