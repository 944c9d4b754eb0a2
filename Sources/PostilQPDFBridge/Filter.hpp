#ifndef POSTIL_QPDF_FILTER_HPP
#define POSTIL_QPDF_FILTER_HPP
// The filters that libqpdf uses for itself, with a limit.

#include <cstddef>

namespace postil {

/// Puts filters with a limit in the place of libqpdf's own; once.
void install_filters();

/// Sets what may come out of a filter on this thread from now on: for a file of a size.
void set_filter_limit(size_t file_size);

} // namespace postil
#endif
