#ifndef POSTIL_QPDF_BRIDGE_H
#define POSTIL_QPDF_BRIDGE_H
// libqpdf behind C functions that let no C++ exception out. This target alone includes qpdf's headers.
//
// A function that can fail returns false and fills in *error. Bytes that go in are copied, except those of the file.
// Bytes that come out belong to the document that gave them, until the next call with it. A document or rewriter is
// used by one thread at a time. Every call waits at the end of the program: see postil_enter_library().

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

// MARK: - Errors

typedef enum {
  /// The password is missing or wrong.
  POSTIL_QPDF_PASSWORD = 1,
  /// The file is not as ISO 32000 wants it, and could not be repaired.
  POSTIL_QPDF_DAMAGED,
  /// A feature that libqpdf does not know, such as encryption by certificates.
  POSTIL_QPDF_UNSUPPORTED,
  /// The system refused: its errno is in `system_error`.
  POSTIL_QPDF_SYSTEM,
  /// There was not enough memory.
  POSTIL_QPDF_MEMORY,
  /// A function that was handed in asked to stop.
  POSTIL_QPDF_CANCELLED,
  /// Any other exception out of libqpdf.
  POSTIL_QPDF_INTERNAL,
} postil_qpdf_code;

/// An error, or a warning: complete in itself, so that running out of memory can be told as well.
typedef struct {
  postil_qpdf_code code;
  /// errno, if the code is POSTIL_QPDF_SYSTEM, else 0.
  int system_error;
  /// Where in the file, or -1.
  int64_t offset;
  /// What libqpdf was reading, such as "object 12 0"; ends with a zero.
  char object[64];
  /// libqpdf's own words; ends with a zero.
  char text[420];
} postil_qpdf_error;

// MARK: - Bytes

typedef struct {
  const uint8_t *_Nullable start;
  size_t count;
} postil_qpdf_bytes;

/// Objects cross this header in one piece, in the byte order of the machine:
///
///     n                        null
///     t  f                     true, false
///     i  int64                 an integer
///     r  count bytes           a real number, as its digits
///     s  count bytes           a string
///     /  count bytes           a name, without its slash and unescaped
///     R  int32 int32           a reference: number, generation
///     [  count objects         an array
///     <  count entries         a dictionary; an entry is count, bytes of the key, value
///     S  dictionary            a stream, without its data
///
/// where a count is a uint32. Arrays and dictionaries inside each other are at most this many.
#define POSTIL_QPDF_DEEPEST 512

// MARK: - Reading

typedef struct postil_qpdf_document postil_qpdf_document;

/// Opens a file. Its bytes are not copied: they must stay until the document is closed.
///
/// First without any repair; only where that fails or warns is the file opened with repair.
/// - Parameter password: Ends with a zero; NULL for none.
bool postil_qpdf_open(const uint8_t *bytes, size_t count, const char *_Nullable password,
                      postil_qpdf_document *_Nullable *_Nonnull document, postil_qpdf_error *error);

void postil_qpdf_close(postil_qpdf_document *_Nullable document);

/// Lets go of the objects that libqpdf keeps of a file, by opening it anew. Does nothing if anything was wrong with it.
void postil_qpdf_forget(postil_qpdf_document *document);

/// An indirect object; null if there is none of that number.
bool postil_qpdf_object(postil_qpdf_document *document, int number, int generation, postil_qpdf_bytes *object,
                        postil_qpdf_error *error);

/// Where an object stands in the file, counted from its header; -1 if it is in an object stream, or there is none.
int64_t postil_qpdf_offset(postil_qpdf_document *document, int number, int generation);

/// The newest trailer.
bool postil_qpdf_trailer(postil_qpdf_document *document, postil_qpdf_bytes *trailer, postil_qpdf_error *error);

/// A stream's data as its filters left them, decrypted. An error if the object is no stream, or if its data cannot be read.
bool postil_qpdf_stream(postil_qpdf_document *document, int number, int generation, postil_qpdf_bytes *data,
                        postil_qpdf_error *error);

/// Whether libqpdf reads the file through other cross-reference entries than those that the file has. It may find out
/// late, so ask late.
bool postil_qpdf_was_repaired(postil_qpdf_document *document);

/// How many warnings there were, and one of the first thousand of them.
size_t postil_qpdf_warning_count(postil_qpdf_document *document);
bool postil_qpdf_warning(postil_qpdf_document *document, size_t index, postil_qpdf_error *warning);

// MARK: - Filters

/// What came out of a filter; belongs to the caller.
typedef struct {
  uint8_t *_Nullable start;
  size_t count;
  /// Whether there would be more than the limit; nothing is there then.
  bool is_too_large;
  /// Whether that is all, and nothing was wrong with the data.
  bool is_complete;
} postil_qpdf_decoded;

/// Copies bytes into an output; false if there is not enough memory.
bool postil_qpdf_decoded_fill(postil_qpdf_decoded *output, const uint8_t *_Nullable start, size_t count,
                              bool is_complete);

void postil_qpdf_decoded_free(postil_qpdf_decoded *output);

/// Decodes a JPEG file. Ends as soon as more than `limit` bytes come out.
/// - Parameter output: To be freed with postil_qpdf_decoded_free(), whatever is returned.
bool postil_qpdf_decode_jpeg(postil_qpdf_bytes data, size_t limit, postil_qpdf_decoded *output,
                             postil_qpdf_error *error);

/// Undoes a filter: returns false if nothing comes out, and fills in whether that is because of the limit.
/// - Parameter filter: Its name, without a slash; ends with a zero.
/// - Parameter parameters: A dictionary of integers.
typedef bool (*postil_qpdf_decoder)(const char *filter, postil_qpdf_bytes parameters, postil_qpdf_bytes data,
                                    size_t limit, postil_qpdf_decoded *output);

/// Has libqpdf undo filters for itself with a function, within limits, and not by its own code, which has none. To be called
/// before any file is opened.
void postil_qpdf_set_decoder(postil_qpdf_decoder decoder);

// MARK: - Facts

enum {
  POSTIL_QPDF_PRINTING = 1 << 0,
  POSTIL_QPDF_HIGH_QUALITY_PRINTING = 1 << 1,
  POSTIL_QPDF_CHANGING = 1 << 2,
  POSTIL_QPDF_COPYING = 1 << 3,
  POSTIL_QPDF_ANNOTATING = 1 << 4,
  POSTIL_QPDF_FILLING_FORMS = 1 << 5,
  POSTIL_QPDF_ACCESSIBILITY = 1 << 6,
  POSTIL_QPDF_ASSEMBLING = 1 << 7,
};

typedef enum {
  POSTIL_QPDF_NO_CIPHER = 0,
  POSTIL_QPDF_UNKNOWN_CIPHER,
  POSTIL_QPDF_RC4,
  POSTIL_QPDF_AES_128,
  POSTIL_QPDF_AES_256,
} postil_qpdf_cipher;

typedef struct {
  /// The header's version, such as "1.7"; ends with a zero.
  char version[16];
  bool is_encrypted;
  /// What the rights allow, whoever opened it: bits from above.
  uint32_t permissions;
  /// The entries R, V and P of the encryption dictionary (ISO 32000-2, 7.6.4.2).
  int revision;
  int algorithm;
  int rights;
  postil_qpdf_cipher stream_cipher;
  postil_qpdf_cipher string_cipher;
  postil_qpdf_cipher file_cipher;
  /// Whether the password that opened it is the owner's.
  bool is_owner;
} postil_qpdf_facts;

bool postil_qpdf_read_facts(postil_qpdf_document *document, postil_qpdf_facts *facts, postil_qpdf_error *error);

/// The key that everything in an encrypted file is encrypted with (ISO 32000-2, 7.6.4.3); empty if it is not encrypted.
bool postil_qpdf_encryption_key(postil_qpdf_document *document, postil_qpdf_bytes *key, postil_qpdf_error *error);

// MARK: - Rewriting

typedef struct postil_qpdf_rewriter postil_qpdf_rewriter;

/// Opens a file, with repair if it needs it, to write it anew. Its bytes must stay until the rewriter is closed.
bool postil_qpdf_rewriter_open(const uint8_t *bytes, size_t count, const char *_Nullable password,
                               postil_qpdf_rewriter *_Nullable *_Nonnull rewriter, postil_qpdf_error *error);

void postil_qpdf_rewriter_close(postil_qpdf_rewriter *_Nullable rewriter);

/// Makes room for an object that the file does not have. References to this number, of generation 0, lead to it from
/// now on.
bool postil_qpdf_rewriter_reserve(postil_qpdf_rewriter *rewriter, int number, postil_qpdf_error *error);

/// Puts an object in place: one of the file, or one for which room was made.
bool postil_qpdf_rewriter_set(postil_qpdf_rewriter *rewriter, int number, int generation, postil_qpdf_bytes object,
                              postil_qpdf_error *error);

/// Puts a stream in place, whatever was there.
/// - Parameter dictionary: Its dictionary, where /Length does not matter.
/// - Parameter data: Encoded as /Filter says.
bool postil_qpdf_rewriter_set_stream(postil_qpdf_rewriter *rewriter, int number, int generation,
                                     postil_qpdf_bytes dictionary, postil_qpdf_bytes data, postil_qpdf_error *error);

/// Gives a stream of the file another dictionary. An error if the file has no stream there.
/// - Parameter dictionary: Its dictionary, where /Length does not matter and /Filter still fits the data.
bool postil_qpdf_rewriter_set_stream_dictionary(postil_qpdf_rewriter *rewriter, int number, int generation,
                                                postil_qpdf_bytes dictionary, postil_qpdf_error *error);

/// Gives the trailer the entries of a dictionary; its others stay.
bool postil_qpdf_rewriter_set_trailer(postil_qpdf_rewriter *rewriter, postil_qpdf_bytes dictionary,
                                      postil_qpdf_error *error);

/// Has the number noted that an object of the file gets; those of generation 0 are noted anyway.
bool postil_qpdf_rewriter_follow(postil_qpdf_rewriter *rewriter, int number, int generation, postil_qpdf_error *error);

/// An object of the file that libqpdf could not read, of which it writes null; false if there are no more.
bool postil_qpdf_rewriter_unread(postil_qpdf_rewriter *rewriter, size_t index, int *number, int *generation);

/// The number that an object got; 0 if it was not noted, the file was not written yet, or nothing in it refers to the object.
int postil_qpdf_rewriter_number(postil_qpdf_rewriter *rewriter, int number, int generation);

/// An object of the file, or one for which room was made, that the new file has, of generation 0: its numbers; false if there are no more.
bool postil_qpdf_rewriter_renumbered(postil_qpdf_rewriter *rewriter, size_t index, int *old_number, int *new_number);

typedef enum {
  POSTIL_QPDF_KEEP_ENCRYPTION = 0,
  POSTIL_QPDF_REMOVE_ENCRYPTION,
  POSTIL_QPDF_ENCRYPT_AES_256,
  POSTIL_QPDF_COPY_ENCRYPTION,
} postil_qpdf_encryption;

typedef enum {
  POSTIL_QPDF_KEEP_OBJECT_STREAMS = 0,
  POSTIL_QPDF_NO_OBJECT_STREAMS,
  POSTIL_QPDF_MAKE_OBJECT_STREAMS,
} postil_qpdf_object_streams;

typedef struct {
  postil_qpdf_object_streams object_streams;
  bool linearizes;
  postil_qpdf_encryption encryption;
  /// For POSTIL_QPDF_ENCRYPT_AES_256: UTF-8, end with a zero.
  const char *_Nullable user_password;
  const char *_Nullable owner_password;
  uint32_t permissions;
  /// For POSTIL_QPDF_COPY_ENCRYPTION: the file whose passwords, permissions and method it gets.
  postil_qpdf_document *_Nullable encrypted;
  /// Takes the next bytes of the file; returns 0, or the errno that ends the writing.
  int (*write)(void *_Nullable context, const uint8_t *bytes, size_t count);
  /// May be NULL. Is told how far it is, from 0 to 100; returns false to stop.
  bool (*_Nullable progress)(void *_Nullable context, int percent);
  /// Handed to both.
  void *_Nullable context;
} postil_qpdf_write_options;

/// Writes the whole file, in pieces of any length, from start to end.
bool postil_qpdf_rewriter_write(postil_qpdf_rewriter *rewriter, const postil_qpdf_write_options *options,
                                postil_qpdf_error *error);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
#endif
