#include "Opening.hpp"
#include "Barrier.hpp"
#include "Filter.hpp"
#include <qpdf/QPDFLogger.hh>

namespace postil {

/// The first use sets up libqpdf's own tables. What waits at the end of the program must come after them, since what
/// was set up last is taken down first.
static void set_up() {
  static bool const is_set_up = [] {
    QPDF::create();
    install_filters();
    postil_guard_exit();
    return true;
  }();
  (void)is_set_up;
}

static std::shared_ptr<QPDFLogger> silence() {
  auto logger = QPDFLogger::create();
  logger->setInfo(logger->discard());
  logger->setWarn(logger->discard());
  logger->setError(logger->discard());
  return logger;
}

void OpenFile::begin() const {
  set_filtered_file(qpdf, bytes->size());
  bytes->begin();
}

void OpenFile::require_complete() const { bytes->require_unexhausted(); }

OpenFile Source::open(bool repairs) const {
  set_up();
  OpenFile file{QPDF::create(), std::make_shared<GuardedSource>(bytes, count)};
  auto const &qpdf = file.qpdf;
  file.begin();
  qpdf->setLogger(silence());
  qpdf->setSuppressWarnings(true);
  qpdf->setAttemptRecovery(repairs);
  qpdf->processInputSource(file.bytes, password ? password->c_str() : nullptr);
  // Later versions of libqpdf look for these by themselves.
  if (!qpdf->getRoot().getKey("/Pages").isDictionary())
    throw Failure(POSTIL_QPDF_DAMAGED, "unable to find page tree");
  file.require_complete();
  return file;
}

} // namespace postil
