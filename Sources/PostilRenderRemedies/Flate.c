#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "Remedies.h"
#include "VirtualTables.h"

// poppler inflates with code of its own, one symbol at each call; zlib takes a third of the time. The functions below stand
// in the table of poppler's FlateStream, whose objects are their first arguments. What zlib does not take, poppler gets from
// the beginning, so that damaged data give the same bytes and messages as ever. So do inline images, whose end poppler
// finds by where its own code stops reading.

/// Places in the tables of virtual functions of poppler's streams, the same in all versions of the table in Remedies.c. That
/// they are is looked up by the names of what stands there for another stream: FlateStream's own are not exported.
enum {
  slot_destroy = 0,
  slot_delete = 1,
  slot_reset = 3,
  slot_get_char = 5,
  slot_look_char = 6,
  slot_get_raw_char = 7,
  slot_get_raw_chars = 8,
  slot_next_stream = 23,
  slot_has_get_chars = 24,
  slot_get_chars = 25,
};

/// The beginning of a FlateStream.
typedef struct Stream {
  void *const *functions;
  void *references;
  struct Stream *source;
  /// Undoes a predictor, over `get_raw_char` and `get_raw_chars`. Its first member is the stream.
  struct Stream **predictor;
} Stream;

enum { input_size = 4 << 10, output_size = 32 << 10, bucket_count = 64, most_spare = 4 };

/// zlib's side of a stream.
typedef struct Inflater {
  const Stream *stream;
  struct Inflater *next;
  /// Whether poppler's own code reads the stream.
  bool is_stock;
  bool is_ended;
  /// How many bytes were handed out before those of `output`.
  size_t handed_out;
  size_t index, count;
  z_stream zlib;
  unsigned char input[input_size], output[output_size];
} Inflater;

static struct {
  void (*destroy)(Stream *), (*delete)(Stream *);
  bool (*reset)(Stream *);
  int (*get_char)(Stream *), (*look_char)(Stream *), (*get_raw_char)(Stream *);
  void (*get_raw_chars)(Stream *, int, int *);
  int (*get_chars)(Stream *, int, unsigned char *);
} original;

static void *const *embedded_table;

// MARK: - Inflaters by stream

static Inflater *buckets[bucket_count];
static Inflater *latest;
static Inflater *spare;
static int spare_count;

static Inflater **bucket(const Stream *stream) { return &buckets[((uintptr_t)stream >> 6) % bucket_count]; }

static Inflater *inflater(const Stream *stream) {
  if (latest && latest->stream == stream) return latest;
  for (Inflater *found = *bucket(stream); found; found = found->next)
    if (found->stream == stream) return latest = found;
  return NULL;
}

static Inflater *add_inflater(const Stream *stream) {
  Inflater *added = spare;
  if (added) {
    spare = added->next;
    spare_count--;
  } else {
    added = malloc(sizeof *added);
    if (!added) return NULL;
    memset(&added->zlib, 0, sizeof added->zlib);
    // Without zlib's header and checksum: poppler looks at the header, and at no checksum.
    if (inflateInit2(&added->zlib, -MAX_WBITS) != Z_OK) {
      free(added);
      return NULL;
    }
  }
  added->stream = stream;
  added->next = *bucket(stream);
  *bucket(stream) = added;
  return latest = added;
}

static void remove_inflater(const Stream *stream) {
  Inflater **place = bucket(stream);
  while (*place && (*place)->stream != stream) place = &(*place)->next;
  Inflater *removed = *place;
  if (!removed) return;
  *place = removed->next;
  if (latest == removed) latest = NULL;
  if (spare_count == most_spare) {
    inflateEnd(&removed->zlib);
    free(removed);
    return;
  }
  removed->stream = NULL;
  removed->next = spare;
  spare = removed;
  spare_count++;
}

// MARK: - The source

static int source_char(Stream *source) { return ((int (*)(Stream *))source->functions[slot_get_char])(source); }

static int source_chars(Stream *source, int count, unsigned char *bytes) {
  if (((bool (*)(Stream *))source->functions[slot_has_get_chars])(source))
    return ((int (*)(Stream *, int, unsigned char *))source->functions[slot_get_chars])(source, count, bytes);
  int done = 0;
  for (int value; done < count && (value = source_char(source)) != EOF; done++) bytes[done] = (unsigned char)value;
  return done;
}

static Stream *next_stream(const Stream *stream) {
  return ((Stream * (*)(const Stream *)) stream->functions[slot_next_stream])(stream);
}

/// Whether an object is as this file takes it to be, and its bytes may be read ahead.
static bool is_readable(const Stream *stream) {
  if (next_stream(stream) != stream->source || !stream->source) return false;
  if (stream->predictor && *stream->predictor != stream) return false;
  for (const Stream *below = stream->source; below; below = next_stream(below))
    if (below->functions == embedded_table) return false;
  return true;
}

// MARK: - Inflating

/// Goes to the beginning, and behind the header. False if poppler's own code is to deal with it.
static bool begin(Inflater *self, Stream *stream) {
  if (!is_readable(stream)) return false;
  Stream *source = stream->source;
  ((void (*)(Stream *))source->functions[slot_reset])(source);
  int method = source_char(source), flags = source_char(source);
  if (method == EOF || flags == EOF || (method & 0x0f) != 8 || ((method << 8) + flags) % 31 != 0 || flags & 0x20)
    return false;
  if (inflateReset(&self->zlib) != Z_OK) return false;
  self->zlib.avail_in = 0;
  count_use(POSTIL_REMEDY_FLATE);
  return true;
}

/// Has poppler's own code go on from here.
static void go_on_with_stock(Inflater *self, Stream *stream) {
  self->is_stock = true;
  original.reset(stream);
  for (size_t k = 0; k < self->handed_out; k++)
    if (original.get_raw_char(stream) == EOF) return;
}

/// Makes more bytes. False at the end, and if poppler's own code goes on.
static bool fill(Inflater *self, Stream *stream) {
  self->handed_out += self->count;
  self->index = self->count = 0;
  if (self->is_ended) return false;
  z_stream *zlib = &self->zlib;
  zlib->next_out = self->output;
  zlib->avail_out = output_size;
  while (zlib->avail_out > 0) {
    if (zlib->avail_in == 0) {
      int count = source_chars(stream->source, input_size, self->input);
      zlib->next_in = self->input;
      zlib->avail_in = count > 0 ? (unsigned)count : 0;
    }
    int status = zlib->avail_in > 0 ? inflate(zlib, Z_NO_FLUSH) : Z_BUF_ERROR;
    if (status == Z_OK) continue;
    self->is_ended = status == Z_STREAM_END;
    self->count = output_size - zlib->avail_out;
    // What is damaged comes to light again at the next call.
    if (self->is_ended || self->count > 0) return self->count > 0;
    go_on_with_stock(self, stream);
    return false;
  }
  self->count = output_size;
  return true;
}

/// The inflater if it has bytes; NULL at the end, and if poppler's own code reads the stream.
static Inflater *filled(Stream *stream, bool *is_stock) {
  Inflater *self = inflater(stream);
  bool has_bytes = self && !self->is_stock && (self->index < self->count || fill(self, stream));
  *is_stock = !self || self->is_stock;
  return has_bytes ? self : NULL;
}

// MARK: - What poppler calls

static bool reset(Stream *stream) {
  Inflater *self = inflater(stream);
  if (!self) self = add_inflater(stream);
  if (!self) return original.reset(stream);
  self->index = self->count = self->handed_out = 0;
  self->is_ended = false;
  self->is_stock = !begin(self, stream);
  return self->is_stock ? original.reset(stream) : true;
}

static int get_raw_char(Stream *stream) {
  // Nearly always.
  if (latest && latest->stream == stream && latest->index < latest->count) return latest->output[latest->index++];
  bool is_stock;
  Inflater *self = filled(stream, &is_stock);
  if (is_stock) return original.get_raw_char(stream);
  return self ? self->output[self->index++] : EOF;
}

static void get_raw_chars(Stream *stream, int count, int *values) {
  for (int k = 0; k < count; k++) values[k] = get_raw_char(stream);
}

static int get_char(Stream *stream) { return stream->predictor ? original.get_char(stream) : get_raw_char(stream); }

static int look_char(Stream *stream) {
  if (stream->predictor) return original.look_char(stream);
  if (latest && latest->stream == stream && latest->index < latest->count) return latest->output[latest->index];
  bool is_stock;
  Inflater *self = filled(stream, &is_stock);
  if (is_stock) return original.look_char(stream);
  return self ? self->output[self->index] : EOF;
}

static int get_chars(Stream *stream, int count, unsigned char *bytes) {
  if (stream->predictor) return original.get_chars(stream, count, bytes);
  int done = 0;
  while (done < count) {
    bool is_stock;
    Inflater *self = filled(stream, &is_stock);
    if (is_stock) return done + original.get_chars(stream, count - done, bytes + done);
    if (!self) break;
    size_t part = self->count - self->index, wanted = (size_t)(count - done);
    if (part > wanted) part = wanted;
    memcpy(bytes + done, self->output + self->index, part);
    self->index += part;
    done += (int)part;
  }
  return done;
}

static void destroy(Stream *stream) {
  remove_inflater(stream);
  original.destroy(stream);
}

static void delete(Stream *stream) {
  remove_inflater(stream);
  original.delete(stream);
}

const char *flate_install(void) {
  static const char library[] = "libpoppler.so";
  embedded_table = virtual_table(library, "11EmbedStream");
  void *const *table = virtual_table(library, "11FlateStream");
  if (!embedded_table || !table) return "libpoppler lacks a class";
  // Those between 8 and 25 have no names; one more or less there would move the last.
  static const NamedFunction named[] = {
      {slot_destroy, "_ZN11EmbedStreamD1Ev"},
      {slot_delete, "_ZN11EmbedStreamD0Ev"},
      {slot_reset, "_ZN11EmbedStream5resetEv"},
      {slot_get_char, "_ZN11EmbedStream7getCharEv"},
      {slot_look_char, "_ZN11EmbedStream8lookCharEv"},
      {slot_get_raw_char, "_ZN6Stream10getRawCharEv"},
      {slot_get_raw_chars, "_ZN6Stream11getRawCharsEiPi"},
      {11, "_ZN6Stream7getLineEPci"},
      {13, "_ZN11EmbedStream6getPosEv"},
      {slot_get_chars, "_ZN11EmbedStream8getCharsEiPh"},
      {26, "_ZN11EmbedStream4copyEv"},
  };
  if (!virtual_table_has(embedded_table, named, sizeof named / sizeof *named))
    return "libpoppler's streams have their functions in other places";
  const VirtualFunction functions[] = {
      {slot_destroy, (void *)destroy, (void **)&original.destroy},
      {slot_delete, (void *)delete, (void **)&original.delete},
      {slot_reset, (void *)reset, (void **)&original.reset},
      {slot_get_char, (void *)get_char, (void **)&original.get_char},
      {slot_look_char, (void *)look_char, (void **)&original.look_char},
      {slot_get_raw_char, (void *)get_raw_char, (void **)&original.get_raw_char},
      {slot_get_raw_chars, (void *)get_raw_chars, (void **)&original.get_raw_chars},
      {slot_get_chars, (void *)get_chars, (void **)&original.get_chars},
  };
  // A FlateStream has all of these from nobody else.
  for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
    if (table[functions[k].slot] == embedded_table[functions[k].slot]) return "libpoppler's FlateStream lacks a function";
  return virtual_table_override(library, table, functions, sizeof functions / sizeof *functions);
}
