// Reads XML through libxml2. Its own headers include those of ICU where it was built with that, and so cannot be imported
// beside Foundation, which has another ICU.

#ifndef XML_BRIDGE_H
#define XML_BRIDGE_H

#include <stddef.h>

typedef struct {
    const char *_Nonnull name;
    const char *_Nullable prefix;
    const char *_Nullable uri;
    /// Not terminated by a null byte.
    const char *_Nonnull value;
    size_t length;
} xml_bridge_attribute;

/// What is called while reading, in the order of the document. All texts are UTF-8 and are gone after the call.
typedef struct {
    /// An element begins; `namespaceCount` says how many it declares. Reading ends if this returns something other than 0.
    int (*_Nonnull start)(
        void *_Nonnull context, const char *_Nonnull name, const char *_Nullable prefix, const char *_Nullable uri,
        int namespaceCount, const xml_bridge_attribute *_Nonnull attributes, int attributeCount, int line);
    void (*_Nonnull end)(void *_Nonnull context);
    void (*_Nonnull text)(void *_Nonnull context, const char *_Nonnull text, int length);
} xml_bridge_handler;

typedef enum {
    xml_bridge_done,
    /// `start` ended it.
    xml_bridge_stopped,
    /// There is a document type declaration, at which reading ended.
    xml_bridge_declaration,
    xml_bridge_malformed,
    xml_bridge_no_memory,
} xml_bridge_result;

typedef struct {
    xml_bridge_result result;
    /// Where it ended, from 1.
    int line;
    /// What libxml2 said; empty if it said nothing.
    char message[200];
} xml_bridge_outcome;

/// Reads a document in UTF-8. Entities other than the five of XML are refused, no other file is read, and the stack is not
/// used in proportion to how deep elements are nested.
xml_bridge_outcome xml_bridge_read(
    const char *_Nonnull bytes, int count, const xml_bridge_handler *_Nonnull handler, void *_Nonnull context);

#endif
