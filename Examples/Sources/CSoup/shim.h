// libsoup and GIO for Swift, and what Swift cannot see of them: macros, casts and variadic functions.
#ifndef POSTIL_CSOUP_H
#define POSTIL_CSOUP_H

#include <gio/gio.h>
#include <glib-unix.h>
#include <libsoup/soup.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

// Servers

// A server that compresses no messages of WebSockets: a few bytes of those may become gigabytes.
static inline SoupServer *csoup_server_new(void) {
  SoupServer *server = soup_server_new("server-header", "Postil ", NULL);
  soup_server_remove_websocket_extension(server, SOUP_TYPE_WEBSOCKET_EXTENSION_DEFLATE);
  return server;
}

// Listens at an address; returns the port, or 0 and an error.
static inline guint16 csoup_listen(GSocketService *service, const char *address, guint16 port, GError **error) {
  GInetAddress *inet = g_inet_address_new_from_string(address);
  if (!inet) {
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "'%s' is not an IP address", address);
    return 0;
  }
  // Browsers open several connections at once. One for which there is no room in the queue tries again after seconds, then minutes.
  g_socket_listener_set_backlog(G_SOCKET_LISTENER(service), 1024);
  GSocketAddress *wanted = g_inet_socket_address_new(inet, port);
  GSocketAddress *effective = NULL;
  guint16 result = 0;
  if (g_socket_listener_add_address(
          G_SOCKET_LISTENER(service), wanted, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL, &effective,
          error))
    result = g_inet_socket_address_get_port(G_INET_SOCKET_ADDRESS(effective));
  g_clear_object(&effective);
  g_object_unref(wanted);
  g_object_unref(inet);
  return result;
}

// Hands a connection over to the server. One on which nothing happens for `seconds` is closed.
static inline gboolean csoup_accept(
    SoupServer *server, GSocketConnection *connection, guint seconds, GError **error) {
  GSocket *socket = g_socket_connection_get_socket(connection);
  g_socket_set_timeout(socket, seconds);
  g_socket_set_option(socket, IPPROTO_TCP, TCP_NODELAY, 1, NULL);
  GSocketAddress *local = g_socket_connection_get_local_address(connection, NULL);
  GSocketAddress *remote = g_socket_connection_get_remote_address(connection, NULL);
  // libsoup knows no socket of a stream that it was given: messages find it by their address.
  if (remote)
    g_object_set_data_full(G_OBJECT(remote), "socket", g_object_ref(socket), g_object_unref);
  gboolean accepted = soup_server_accept_iostream(server, G_IO_STREAM(connection), local, remote, error);
  g_clear_object(&local);
  g_clear_object(&remote);
  return accepted;
}

static inline void csoup_close_listener(GSocketService *service) {
  g_socket_service_stop(service);
  g_socket_listener_close(G_SOCKET_LISTENER(service));
}

// Signals

typedef gboolean (*CSoupIncoming)(GSocketService *, GSocketConnection *, GObject *, gpointer);

static inline void csoup_on_incoming(GSocketService *service, CSoupIncoming handler, gpointer data) {
  g_signal_connect(service, "incoming", G_CALLBACK(handler), data);
}

typedef void (*CSoupMessageHandler)(SoupServerMessage *, gpointer);

static inline void csoup_on_finished(SoupServerMessage *message, CSoupMessageHandler handler, gpointer data) {
  g_signal_connect(message, "finished", G_CALLBACK(handler), data);
  g_signal_connect(message, "disconnected", G_CALLBACK(handler), data);
}

typedef struct {
  SoupServerMessage *message;
  CSoupMessageHandler handler;
  gpointer data;
} CSoupWatch;

static inline gboolean csoup_hung_up(gint descriptor, GIOCondition condition, gpointer watch) {
  CSoupWatch *it = watch;
  it->handler(it->message, it->data);
  return G_SOURCE_REMOVE;
}

// Tells when the client goes while its message is paused: libsoup does not look at the connection then.
static inline GSource *csoup_watch_client(
    SoupServerMessage *message, CSoupMessageHandler handler, gpointer data) {
  GSocketAddress *remote = soup_server_message_get_remote_address(message);
  GSocket *socket = remote ? g_object_get_data(G_OBJECT(remote), "socket") : NULL;
  if (!socket)
    return NULL;
  const GIOCondition end_of_input = 0x2000; // POLLRDHUP, which GIOCondition has no name for
  GSource *source = g_unix_fd_source_new(g_socket_get_fd(socket), end_of_input | G_IO_HUP | G_IO_ERR);
  CSoupWatch *watch = g_new(CSoupWatch, 1);
  *watch = (CSoupWatch){message, handler, data};
  g_source_set_callback(source, G_SOURCE_FUNC(csoup_hung_up), watch, g_free);
  g_source_attach(source, g_main_context_get_thread_default());
  return source;
}

static inline void csoup_end_watch(GSource *source) {
  if (!source)
    return;
  g_source_destroy(source);
  g_source_unref(source);
}

static inline void csoup_no_more_signals(gpointer object, gpointer data) {
  g_signal_handlers_disconnect_by_data(object, data);
}

typedef void (*CSoupChunkHandler)(SoupServerMessage *, GBytes *, gpointer);

static inline void csoup_on_chunk(SoupServerMessage *message, CSoupChunkHandler handler, gpointer data) {
  g_signal_connect(message, "got-chunk", G_CALLBACK(handler), data);
}

typedef void (*CSoupTextHandler)(SoupWebsocketConnection *, gint, GBytes *, gpointer);
typedef void (*CSoupPongHandler)(SoupWebsocketConnection *, GBytes *, gpointer);
typedef void (*CSoupClosedHandler)(SoupWebsocketConnection *, gpointer);

static inline void csoup_on_websocket(
    SoupWebsocketConnection *connection, CSoupTextHandler message, CSoupPongHandler pong,
    CSoupClosedHandler closed, gpointer data) {
  g_signal_connect(connection, "message", G_CALLBACK(message), data);
  g_signal_connect(connection, "pong", G_CALLBACK(pong), data);
  g_signal_connect(connection, "closed", G_CALLBACK(closed), data);
}

// From libsoup 3.8 on a message in many fragments is limited as well.
static inline void csoup_limit_messages(SoupWebsocketConnection *connection, guint64 bytes) {
  soup_websocket_connection_set_max_incoming_payload_size(connection, bytes);
  if (g_object_class_find_property(G_OBJECT_GET_CLASS(connection), "max-total-message-size"))
    g_object_set(connection, "max-total-message-size", bytes, NULL);
}

// Messages

static inline const char *csoup_query_value(GHashTable *query, const char *name) {
  return query ? g_hash_table_lookup(query, name) : NULL;
}

static inline const char *csoup_request_header(SoupServerMessage *message, const char *name) {
  return soup_message_headers_get_list(soup_server_message_get_request_headers(message), name);
}

static inline void csoup_set_response_header(SoupServerMessage *message, const char *name, const char *value) {
  soup_message_headers_replace(soup_server_message_get_response_headers(message), name, value);
}

// Whether a body follows the headers, and how long they say it is: -1 if it has no end that is known.
static inline gint64 csoup_announced_length(SoupServerMessage *message) {
  SoupMessageHeaders *headers = soup_server_message_get_request_headers(message);
  switch (soup_message_headers_get_encoding(headers)) {
  case SOUP_ENCODING_CONTENT_LENGTH: return soup_message_headers_get_content_length(headers);
  case SOUP_ENCODING_NONE: return 0;
  default: return -1;
  }
}

static inline void csoup_do_not_keep_body(SoupServerMessage *message) {
  soup_message_body_set_accumulate(soup_server_message_get_request_body(message), FALSE);
}

// Closing in the middle of a request

static inline gboolean csoup_do_nothing(gpointer object) { return G_SOURCE_REMOVE; }

// Gives up a reference a second later, so that what was written last gets out.
static inline void csoup_unref_later(gpointer object) {
  GSource *source = g_timeout_source_new_seconds(1);
  g_source_set_callback(source, csoup_do_nothing, object, g_object_unref);
  g_source_attach(source, g_main_context_get_thread_default());
  g_source_unref(source);
}

// Explicitly: libsoup is in the middle of reading from it, and may hold it.
static inline gboolean csoup_end_stream(gpointer stream) {
  g_io_stream_close(G_IO_STREAM(stream), NULL, NULL);
  return G_SOURCE_REMOVE;
}

// Answers a request whose body nobody wants to read to its end, and closes the connection a second later: closed at once,
// the client would meet a broken connection while it sends, and not read the answer.
static inline void csoup_refuse_body(SoupServerMessage *message, const char *answer) {
  GIOStream *stream = soup_server_message_steal_connection(message);
  if (!stream)
    return;
  GOutputStream *output = g_io_stream_get_output_stream(stream);
  if (G_IS_POLLABLE_OUTPUT_STREAM(output))
    g_pollable_output_stream_write_nonblocking(
        G_POLLABLE_OUTPUT_STREAM(output), answer, strlen(answer), NULL, NULL);
  if (G_IS_SOCKET_CONNECTION(stream))
    g_socket_shutdown(g_socket_connection_get_socket(G_SOCKET_CONNECTION(stream)), FALSE, TRUE, NULL);
  GSource *source = g_timeout_source_new_seconds(1);
  g_source_set_callback(source, csoup_end_stream, stream, g_object_unref);
  g_source_attach(source, g_main_context_get_thread_default());
  g_source_unref(source);
}

#endif
