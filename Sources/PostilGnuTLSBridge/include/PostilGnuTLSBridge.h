// What signatures need of GnuTLS: digests, certificates and chains of them, keys of PKCS#12 files, signing and verifying.
// All objects of GnuTLS stay behind these functions: what goes in and comes out are bytes.

#ifndef GNUTLS_BRIDGE_H
#define GNUTLS_BRIDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const uint8_t *_Nullable start;
    size_t count;
} postil_tls_view;

/// Bytes that belong to the caller, who gives them up with `postil_tls_free`.
typedef struct {
    uint8_t *_Nullable start;
    size_t count;
} postil_tls_bytes;

typedef enum {
    postil_tls_ok,
    /// The bytes are not what they should be: no certificate, no PKCS#12 file, no signature.
    postil_tls_malformed,
    postil_tls_wrong_password,
    /// The file holds no key, or none of a kind that is known.
    postil_tls_no_key,
    /// The algorithm is not known, or not one that signatures may use.
    postil_tls_unsupported,
    /// A signature is not that of the data.
    postil_tls_mismatch,
    postil_tls_failed,
} postil_tls_result;

void postil_tls_free(postil_tls_bytes bytes);

// Digests

typedef struct postil_tls_digest postil_tls_digest;

/// How many bytes the digest of an algorithm has, which its object identifier names (such as 2.16.840.1.101.3.4.2.1 for
/// SHA-256); 0 if it is not known.
size_t postil_tls_digest_length(const char *_Nonnull oid);
/// Begins a digest; `NULL` if the algorithm is not known.
postil_tls_digest *_Nullable postil_tls_digest_begin(const char *_Nonnull oid);
/// One that goes on from what another was given until now; `NULL` if that cannot be had.
postil_tls_digest *_Nullable postil_tls_digest_copy(const postil_tls_digest *_Nonnull digest);
bool postil_tls_digest_add(postil_tls_digest *_Nonnull digest, const void *_Nonnull data, size_t count);
/// Ends it. `output` has room for `postil_tls_digest_length` bytes; with `NULL` the digest is only given up.
void postil_tls_digest_end(postil_tls_digest *_Nonnull digest, uint8_t *_Nullable output);

// Certificates (X.509), as DER

typedef struct {
    /// The common name of the subject, else its whole name; UTF-8.
    postil_tls_bytes name;
    /// The whole names of subject and issuer (RFC 4514).
    postil_tls_bytes subject;
    postil_tls_bytes issuer;
    /// Seconds since 1970.
    int64_t not_before;
    int64_t not_after;
    bool is_self_signed;
    /// The algorithm with which its key signs: its name, and the object identifiers of digest and signature.
    char key_name[32];
    char digest_oid[32];
    char signature_oid[32];
    /// The length of the salt of a signature with RSASSA-PSS by its key; 0 for others.
    unsigned salt_length;
} postil_tls_certificate;

/// What is filled in of `certificate` belongs to the caller, also after a failure.
postil_tls_result postil_tls_read_certificate(postil_tls_view der, postil_tls_certificate *_Nonnull certificate);
/// The certificates of a PEM file as DER, at most `most` of them; `count` says how many there are.
postil_tls_result postil_tls_read_pem(
    postil_tls_view pem, postil_tls_bytes *_Nonnull certificates, size_t most, size_t *_Nonnull count);

typedef enum {
    /// The chain leads to a certificate of the set.
    postil_tls_trusted,
    postil_tls_unknown_issuer,
    /// An issuer is no authority, or a signature in the chain is wrong or of a weak algorithm.
    postil_tls_broken_chain,
    /// A certificate of the chain was not valid at that time.
    postil_tls_expired,
    postil_tls_not_yet_valid,
} postil_tls_trust;

/// Chains are at most so long.
#define POSTIL_TLS_LONGEST_CHAIN 16

/// Whether the certificates of a chain, each of which the next issued, are what they should be. Of the constraints of names those on
/// domains, mail and network addresses are looked at.
///
/// @param chain The certificate that is asked about first, and one that is trusted last; both may be the same.
/// @param time Seconds since 1970 at which all of the chain must have been valid.
postil_tls_result postil_tls_verify_chain(
    const postil_tls_view *_Nullable chain, size_t count, int64_t time, postil_tls_trust *_Nonnull trust);

/// The digest that an algorithm of signatures is for, as its object identifier; `NULL` if it is not known, or is not for one
/// alone.
const char *_Nullable postil_tls_signature_digest(const char *_Nonnull signature_oid);

/// Whether a signature is that of data.
///
/// @param digest_oid The digest that the signature is made of.
/// @param signature_oid The algorithm of key and signature; one of a key alone (rsaEncryption) will do.
/// @param is_digest Whether `data` is the digest of the data.
postil_tls_result postil_tls_verify(
    postil_tls_view certificate, const char *_Nonnull digest_oid, const char *_Nonnull signature_oid,
    postil_tls_view data, bool is_digest, postil_tls_view signature);

// Keys

typedef struct postil_tls_key postil_tls_key;

/// Reads the key of a PKCS#12 file with its certificates, that of the key first.
postil_tls_result postil_tls_read_pkcs12(
    postil_tls_view file, const char *_Nonnull password, postil_tls_key *_Nullable *_Nonnull key,
    postil_tls_bytes *_Nonnull certificates, size_t most, size_t *_Nonnull count);
void postil_tls_close_key(postil_tls_key *_Nonnull key);
/// Signs data.
postil_tls_result postil_tls_sign(
    const postil_tls_key *_Nonnull key, const char *_Nonnull digest_oid, postil_tls_view data,
    postil_tls_bytes *_Nonnull signature);

/// Random bytes for nonces.
bool postil_tls_random(uint8_t *_Nonnull output, size_t count);

#endif
