#include "PostilXMLBridge.h"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    xmlParserCtxtPtr parser;
    const xml_bridge_handler *handler;
    void *context;
    xml_bridge_attribute *attributes;
    int capacity;
    xml_bridge_result result;
    int line;
} reader;

static void stop(reader *self, xml_bridge_result result) {
    if (self->result != xml_bridge_done) return;
    self->result = result;
    self->line = xmlSAX2GetLineNumber(self->parser);
    xmlStopParser(self->parser);
}

static void declaration(void *user, const xmlChar *name, const xmlChar *external, const xmlChar *system) {
    (void)name, (void)external, (void)system;
    stop(user, xml_bridge_declaration);
}

static void start(
    void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespaceCount,
    const xmlChar **namespaces, int count, int defaulted, const xmlChar **fields) {
    (void)namespaces, (void)defaulted;
    reader *self = user;
    if (self->result != xml_bridge_done) return;
    if (count > self->capacity) {
        xml_bridge_attribute *more = realloc(self->attributes, (size_t)count * sizeof *more);
        if (more == NULL) return stop(self, xml_bridge_no_memory);
        self->attributes = more;
        self->capacity = count;
    }
    for (int index = 0; index < count; index++) {
        const xmlChar **field = fields + 5 * index;
        self->attributes[index] = (xml_bridge_attribute){
            (const char *)field[0], (const char *)field[1], (const char *)field[2], (const char *)field[3],
            (size_t)(field[4] - field[3])};
    }
    static const xml_bridge_attribute none = {"", NULL, NULL, "", 0};
    int ends = self->handler->start(
        self->context, (const char *)name, (const char *)prefix, (const char *)uri, namespaceCount,
        count > 0 ? self->attributes : &none, count, xmlSAX2GetLineNumber(self->parser));
    if (ends != 0) stop(self, xml_bridge_stopped);
}

static void end(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    (void)name, (void)prefix, (void)uri;
    reader *self = user;
    if (self->result == xml_bridge_done) self->handler->end(self->context);
}

static void text(void *user, const xmlChar *characters, int length) {
    reader *self = user;
    if (self->result == xml_bridge_done && length > 0) {
        self->handler->text(self->context, (const char *)characters, length);
    }
}

xml_bridge_outcome xml_bridge_read(
    const char *bytes, int count, const xml_bridge_handler *handler, void *context) {
    xml_bridge_outcome outcome = {xml_bridge_no_memory, 0, ""};
    xmlInitParser();
    xmlParserCtxtPtr parser = xmlNewParserCtxt();
    if (parser == NULL) return outcome;
    reader self = {parser, handler, context, NULL, 0, xml_bridge_done, 0};
    // No other callback: there is nothing that makes a tree.
    memset(parser->sax, 0, sizeof *parser->sax);
    parser->sax->initialized = XML_SAX2_MAGIC;
    parser->sax->internalSubset = declaration;
    parser->sax->startElementNs = start;
    parser->sax->endElementNs = end;
    parser->sax->characters = text;
    parser->sax->ignorableWhitespace = text;
    parser->sax->cdataBlock = text;
    parser->userData = &self;
    // Without replacing entities it would pass on ampersands in attributes as references. There are none but those of XML.
    int options = XML_PARSE_NOENT | XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_NOERROR | XML_PARSE_NOWARNING;
    xmlDocPtr document = xmlCtxtReadMemory(parser, bytes, count, NULL, "UTF-8", options);
    if (document != NULL) xmlFreeDoc(document);
    outcome.result = self.result;
    outcome.line = self.line;
    if (self.result == xml_bridge_done && !parser->wellFormed) {
        outcome.result = xml_bridge_malformed;
        // Its type is another in newer versions, which have it constant.
        const xmlError *error = xmlCtxtGetLastError(parser);
        if (error != NULL) {
            outcome.line = error->line;
            if (error->message != NULL) strncpy(outcome.message, error->message, sizeof outcome.message - 1);
        }
    }
    free(self.attributes);
    xmlFreeParserCtxt(parser);
    return outcome;
}
