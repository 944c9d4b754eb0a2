#include "PostilSplashBridge.h"

#if __has_include(<SplashOutputDev.h>) && __has_include(<PDFDoc.h>) && __has_include(<splash/SplashBitmap.h>)

#include <Annot.h>
#include <GlobalParams.h>
#include <PDFDoc.h>
#include <Page.h>
#include <SplashOutputDev.h>
#include <Stream.h>
#include <splash/SplashBitmap.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using Password = std::optional<GooString>;

/// What poppler's private interface is to be: 22.12, 24.02 and 25.03 have it so. Another version is not available, and does not break the build.
constexpr bool is_known = std::is_constructible_v<PDFDoc, BaseStream *, const Password &, const Password &> &&
                          std::is_constructible_v<SplashOutputDev, SplashColorMode, int, bool, SplashColorPtr> &&
                          std::is_constructible_v<MemStream, const char *, Goffset, Goffset, Object &&>;

constexpr int longest_side = 32767;
/// The largest coordinate that pages are drawn at.
constexpr double farthest = 8388608.0;

} // namespace

struct postil_splash_document {
  // Before the document, which needs what it keeps. Those of poppler's interface for GLib hold it, too, and say where messages go.
  GlobalParamsIniter parameters{nullptr};
  std::unique_ptr<PDFDoc> document;
};

namespace {

template <typename Document> std::unique_ptr<Document> opened(BaseStream *stream, const Password &password) {
  if constexpr (is_known) {
    return std::make_unique<Document>(stream, password, password);
  } else {
    delete stream;
    return nullptr;
  }
}

template <typename Device> std::unique_ptr<Device> made(SplashColorMode mode, SplashColorPtr paper) {
  if constexpr (is_known) {
    return std::make_unique<Device>(mode, 4, false, paper);
  } else {
    return nullptr;
  }
}

Page *page(const postil_splash_document *document, int index) {
  if (!document || index < 0 || index >= document->document->getNumPages()) return nullptr;
  return document->document->getPage(index + 1);
}

bool is_in_range(const postil_splash_area &area) {
  return std::isfinite(area.scale) && area.scale > 0 && area.scale <= farthest && area.quarter_turns >= 0 && area.quarter_turns < 4 &&
         area.width > 0 && area.width <= longest_side && area.height > 0 && area.height <= longest_side &&
         std::abs(double(area.x)) <= farthest && std::abs(double(area.y)) <= farthest;
}

using Hidden = std::vector<const Annot *>;

/// Those annotations of a page whose places are given.
Hidden annotations(Page &page, const size_t *places, size_t count) {
  Hidden found;
  Annots *all = count > 0 ? page.getAnnots() : nullptr;
  if (!all) return found;
  const auto &list = all->getAnnots();
  for (size_t i = 0; i < count; i++) {
    if (places[i] < list.size()) found.push_back(&*list[places[i]]);
  }
  return found;
}

bool is_shown(Annot *annotation, void *hidden) {
  const auto &list = *static_cast<const Hidden *>(hidden);
  return std::find(list.begin(), list.end(), annotation) == list.end();
}

postil_splash_result draw(
    postil_splash_document &document, const postil_splash_area &area, Hidden &hidden, uint8_t *pixels) {
  SplashColor paper;
  splashClearColor(paper);
  if (!area.is_in_cmyk) std::fill_n(paper, 3, 255);
  auto device = made<SplashOutputDev>(area.is_in_cmyk ? splashModeCMYK8 : splashModeRGB8, paper);
  if (!device) return POSTIL_SPLASH_FAILED;
  device->setFontAntialias(true);
  device->setVectorAntialias(true);
  device->setFreeTypeHinting(false, false);
  device->startDoc(document.document.get());
  const double resolution = 72 * area.scale;
  document.document->displayPageSlice(
      device.get(), area.page + 1, resolution, resolution, area.quarter_turns * 90, false, true, false, area.x, area.y,
      area.width, area.height, nullptr, nullptr, is_shown, &hidden);
  SplashBitmap *bitmap = device->getBitmap();
  // It rounds the size itself.
  if (!bitmap || !bitmap->getDataPtr() || bitmap->getWidth() < area.width || bitmap->getHeight() < area.height) {
    return POSTIL_SPLASH_FAILED;
  }
  std::vector<uint8_t> row(size_t(bitmap->getWidth()) * 4);
  for (int y = 0; y < area.height; y++) {
    uint8_t *target = pixels + size_t(y) * size_t(area.width) * 4;
    if (area.is_in_cmyk) {
      bitmap->getXBGRLine(y, row.data(), SplashBitmap::conversionOpaque);
      std::copy_n(row.data(), size_t(area.width) * 4, target);
    } else {
      // That function of 22.12 takes RGB for CMYK.
      const uint8_t *source = bitmap->getDataPtr() + ptrdiff_t(y) * bitmap->getRowSize();
      for (int x = 0; x < area.width; x++, source += 3, target += 4) {
        target[0] = source[2], target[1] = source[1], target[2] = source[0], target[3] = 255;
      }
    }
  }
  return POSTIL_SPLASH_DONE;
}

} // namespace

bool postil_splash_is_available(void) { return is_known; }

postil_splash_document *postil_splash_open(
    const void *bytes, size_t count, const char *password, size_t password_length) {
  if (!is_known || !bytes || count > size_t(LLONG_MAX)) return nullptr;
  try {
    Password given;
    if (password) given.emplace(password, int(std::min(password_length, size_t(INT_MAX))));
    auto result = std::make_unique<postil_splash_document>();
    // The document takes it over.
    auto *stream = new MemStream(static_cast<const char *>(bytes), 0, Goffset(count), Object(objNull));
    result->document = opened<PDFDoc>(stream, given);
    return result->document && result->document->isOk() ? result.release() : nullptr;
  } catch (...) {
    return nullptr;
  }
}

void postil_splash_close(postil_splash_document *document) {
  try {
    delete document;
  } catch (...) {
  }
}

size_t postil_splash_annotations(
    postil_splash_document *document, int index, postil_splash_box *boxes, size_t capacity) {
  try {
    Page *found = page(document, index);
    Annots *all = found ? found->getAnnots() : nullptr;
    if (!all) return 0;
    const auto &list = all->getAnnots();
    for (size_t i = 0; i < std::min(list.size(), capacity); i++) {
      double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
      list[i]->getRect(&x1, &y1, &x2, &y2);
      boxes[i] = {std::min(x1, x2), std::min(y1, y2), std::max(x1, x2), std::max(y1, y2)};
    }
    return list.size();
  } catch (...) {
    return 0;
  }
}

postil_splash_result postil_splash_draw(
    postil_splash_document *document, const postil_splash_area *area, const size_t *hidden, size_t hidden_count,
    uint8_t *pixels, size_t byte_count) {
  if (!document || !area || !pixels || (hidden_count > 0 && !hidden) || !is_in_range(*area)) return POSTIL_SPLASH_OUT_OF_RANGE;
  if (byte_count / 4 / size_t(area->width) < size_t(area->height)) return POSTIL_SPLASH_OUT_OF_RANGE;
  try {
    Page *found = page(document, area->page);
    if (!found) return POSTIL_SPLASH_NO_PAGE;
    if (!found->isOk()) return POSTIL_SPLASH_DAMAGED;
    Hidden list = annotations(*found, hidden, hidden_count);
    return draw(*document, *area, list, pixels);
  } catch (...) {
    return POSTIL_SPLASH_FAILED;
  }
}

#else

bool postil_splash_is_available(void) { return false; }

postil_splash_document *postil_splash_open(const void *, size_t, const char *, size_t) { return nullptr; }

void postil_splash_close(postil_splash_document *) {}

size_t postil_splash_annotations(postil_splash_document *, int, postil_splash_box *, size_t) { return 0; }

postil_splash_result postil_splash_draw(
    postil_splash_document *, const postil_splash_area *, const size_t *, size_t, uint8_t *, size_t) {
  return POSTIL_SPLASH_FAILED;
}

#endif
