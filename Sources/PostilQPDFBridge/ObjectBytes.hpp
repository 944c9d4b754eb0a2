#ifndef POSTIL_QPDF_OBJECT_BYTES_HPP
#define POSTIL_QPDF_OBJECT_BYTES_HPP
// Objects as bytes, in the form that PostilQPDFBridge.h describes. Without recursion.

#include "include/PostilQPDFBridge.h"
#include <functional>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <string>

namespace postil {

/// Replaces `bytes` by an object. What it refers to is not read.
void write(QPDFObjectHandle object, std::string &bytes);

/// Makes an object of bytes.
/// - Parameter reference: Makes the handle of an indirect object.
QPDFObjectHandle read(postil_qpdf_bytes bytes, std::function<QPDFObjectHandle(int, int)> const &reference);

/// Has libqpdf write the names of all objects of a file right, where it would not. Once, before objects are replaced.
void mend_names(QPDF &qpdf);

} // namespace postil
#endif
