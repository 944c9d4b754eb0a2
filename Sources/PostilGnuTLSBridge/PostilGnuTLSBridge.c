#include "PostilGnuTLSBridge.h"

#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/pkcs12.h>
#include <gnutls/x509.h>
#include <stdlib.h>
#include <string.h>

static gnutls_datum_t datum(postil_tls_view view) {
    gnutls_datum_t result = {(unsigned char *)view.start, (unsigned)view.count};
    return result;
}

// Sizes beyond what GnuTLS counts with are refused.
static bool fits(postil_tls_view view) { return view.count <= 0x7FFFFFFF && (view.start || view.count == 0); }

static postil_tls_bytes copy(const void *start, size_t count) {
    postil_tls_bytes result = {malloc(count ? count : 1), count};
    if (result.start) {
        memcpy(result.start, start, count);
    } else {
        result.count = 0;
    }
    return result;
}

// Takes over what GnuTLS allocated.
static postil_tls_bytes taken(gnutls_datum_t *data) {
    postil_tls_bytes result = copy(data->data, data->size);
    gnutls_free(data->data);
    data->data = NULL;
    return result;
}

void postil_tls_free(postil_tls_bytes bytes) { free(bytes.start); }

// Digests

struct postil_tls_digest {
    gnutls_hash_hd_t handle;
};

static gnutls_digest_algorithm_t digest_algorithm(const char *oid) {
    gnutls_digest_algorithm_t result = gnutls_oid_to_digest(oid);
    return result == GNUTLS_DIG_UNKNOWN ? GNUTLS_DIG_NULL : result;
}

size_t postil_tls_digest_length(const char *oid) {
    gnutls_digest_algorithm_t algorithm = digest_algorithm(oid);
    return algorithm == GNUTLS_DIG_NULL ? 0 : gnutls_hash_get_len(algorithm);
}

postil_tls_digest *postil_tls_digest_begin(const char *oid) {
    gnutls_digest_algorithm_t algorithm = digest_algorithm(oid);
    if (algorithm == GNUTLS_DIG_NULL) return NULL;
    postil_tls_digest *digest = malloc(sizeof *digest);
    if (digest && gnutls_hash_init(&digest->handle, algorithm) < 0) {
        free(digest);
        return NULL;
    }
    return digest;
}

postil_tls_digest *postil_tls_digest_copy(const postil_tls_digest *digest) {
    postil_tls_digest *result = malloc(sizeof *result);
    if (!result) return NULL;
    result->handle = gnutls_hash_copy(digest->handle);
    if (!result->handle) {
        free(result);
        return NULL;
    }
    return result;
}

bool postil_tls_digest_add(postil_tls_digest *digest, const void *data, size_t count) {
    return gnutls_hash(digest->handle, data, count) >= 0;
}

void postil_tls_digest_end(postil_tls_digest *digest, uint8_t *output) {
    gnutls_hash_deinit(digest->handle, output);
    free(digest);
}

// Certificates

static postil_tls_result import(postil_tls_view der, gnutls_x509_crt_t *certificate) {
    if (!fits(der) || gnutls_x509_crt_init(certificate) < 0) return postil_tls_failed;
    gnutls_datum_t data = datum(der);
    if (gnutls_x509_crt_import(*certificate, &data, GNUTLS_X509_FMT_DER) < 0) {
        gnutls_x509_crt_deinit(*certificate);
        *certificate = NULL;
        return postil_tls_malformed;
    }
    return postil_tls_ok;
}

static postil_tls_bytes common_name(gnutls_x509_crt_t certificate) {
    postil_tls_bytes none = {NULL, 0};
    size_t size = 0;
    int code = gnutls_x509_crt_get_dn_by_oid(certificate, GNUTLS_OID_X520_COMMON_NAME, 0, 0, NULL, &size);
    if (code != GNUTLS_E_SHORT_MEMORY_BUFFER || size == 0 || size > 4096) return none;
    char *name = malloc(size + 1);
    if (!name) return none;
    if (gnutls_x509_crt_get_dn_by_oid(certificate, GNUTLS_OID_X520_COMMON_NAME, 0, 0, name, &size) < 0) {
        free(name);
        return none;
    }
    postil_tls_bytes result = {(uint8_t *)name, size};
    return result;
}

// The algorithm that a key of that kind and size signs with.
static gnutls_sign_algorithm_t usual_algorithm(int kind, unsigned bits, gnutls_digest_algorithm_t own) {
    switch (kind) {
    case GNUTLS_PK_RSA: return GNUTLS_SIGN_RSA_SHA256;
    case GNUTLS_PK_RSA_PSS: return gnutls_pk_to_sign(kind, own);
    case GNUTLS_PK_ECDSA:
        return bits > 384 ? GNUTLS_SIGN_ECDSA_SHA512 : bits > 256 ? GNUTLS_SIGN_ECDSA_SHA384 : GNUTLS_SIGN_ECDSA_SHA256;
    case GNUTLS_PK_EDDSA_ED25519: return GNUTLS_SIGN_EDDSA_ED25519;
    default: return GNUTLS_SIGN_UNKNOWN;
    }
}

static void set_text(char *target, size_t room, const char *text) {
    if (!text) text = "";
    size_t count = strlen(text);
    if (count >= room) count = 0;
    memcpy(target, text, count);
    target[count] = 0;
}

// What a key for RSASSA-PSS is for: a digest, and the least length of the salt. Without them any will do.
static gnutls_digest_algorithm_t pss_digest(gnutls_x509_crt_t certificate, unsigned *salt_length) {
    gnutls_digest_algorithm_t digest = GNUTLS_DIG_UNKNOWN;
    gnutls_x509_spki_t spki;
    *salt_length = 0;
    if (gnutls_x509_spki_init(&spki) < 0) return GNUTLS_DIG_SHA256;
    if (gnutls_x509_crt_get_spki(certificate, spki, 0) < 0 ||
        gnutls_x509_spki_get_rsa_pss_params(spki, &digest, salt_length) < 0) {
        digest = GNUTLS_DIG_UNKNOWN;
    }
    gnutls_x509_spki_deinit(spki);
    if (digest == GNUTLS_DIG_UNKNOWN) digest = GNUTLS_DIG_SHA256;
    // GnuTLS takes at least as long a salt as the digest.
    unsigned length = gnutls_hash_get_len(digest);
    if (*salt_length < length) *salt_length = length;
    return digest;
}

static void describe_key(gnutls_x509_crt_t certificate, postil_tls_certificate *result) {
    unsigned bits = 0;
    int kind = gnutls_x509_crt_get_pk_algorithm(certificate, &bits);
    if (kind < 0) return;
    set_text(result->key_name, sizeof result->key_name, gnutls_pk_get_name(kind));
    unsigned salt_length = 0;
    gnutls_digest_algorithm_t own = GNUTLS_DIG_UNKNOWN;
    if (kind == GNUTLS_PK_RSA_PSS) own = pss_digest(certificate, &salt_length);
    result->salt_length = salt_length;
    gnutls_sign_algorithm_t algorithm = usual_algorithm(kind, bits, own);
    if (algorithm == GNUTLS_SIGN_UNKNOWN) return;
    // Ed25519 digests by itself; the message is digested with SHA-512 (RFC 8419, 3.1).
    gnutls_digest_algorithm_t digest =
        kind == GNUTLS_PK_EDDSA_ED25519 ? GNUTLS_DIG_SHA512 : gnutls_sign_get_hash_algorithm(algorithm);
    set_text(result->digest_oid, sizeof result->digest_oid, gnutls_digest_get_oid(digest));
    set_text(result->signature_oid, sizeof result->signature_oid, gnutls_sign_get_oid(algorithm));
}

postil_tls_result postil_tls_read_certificate(postil_tls_view der, postil_tls_certificate *result) {
    memset(result, 0, sizeof *result);
    gnutls_x509_crt_t certificate;
    postil_tls_result code = import(der, &certificate);
    if (code != postil_tls_ok) return code;
    gnutls_datum_t name = {NULL, 0};
    if (gnutls_x509_crt_get_dn3(certificate, &name, 0) >= 0) result->subject = taken(&name);
    if (gnutls_x509_crt_get_issuer_dn3(certificate, &name, 0) >= 0) result->issuer = taken(&name);
    result->name = common_name(certificate);
    if (!result->name.start && result->subject.start) {
        result->name = copy(result->subject.start, result->subject.count);
    }
    result->not_before = gnutls_x509_crt_get_activation_time(certificate);
    result->not_after = gnutls_x509_crt_get_expiration_time(certificate);
    result->is_self_signed = gnutls_x509_crt_check_issuer(certificate, certificate) != 0;
    describe_key(certificate, result);
    gnutls_x509_crt_deinit(certificate);
    return postil_tls_ok;
}

static postil_tls_result export(gnutls_x509_crt_t certificate, postil_tls_bytes *result) {
    gnutls_datum_t der = {NULL, 0};
    if (gnutls_x509_crt_export2(certificate, GNUTLS_X509_FMT_DER, &der) < 0) return postil_tls_failed;
    *result = taken(&der);
    return result->start ? postil_tls_ok : postil_tls_failed;
}

// Hands out certificates as DER and gives them up.
static postil_tls_result export_all(
    gnutls_x509_crt_t *list, unsigned count, postil_tls_bytes *certificates, size_t most, size_t *exported) {
    postil_tls_result result = postil_tls_ok;
    for (unsigned index = 0; index < count; index++) {
        if (result == postil_tls_ok && *exported < most) {
            result = export(list[index], &certificates[*exported]);
            if (result == postil_tls_ok) ++*exported;
        }
        gnutls_x509_crt_deinit(list[index]);
    }
    return result;
}

postil_tls_result postil_tls_read_pem(
    postil_tls_view pem, postil_tls_bytes *certificates, size_t most, size_t *count) {
    *count = 0;
    if (!fits(pem)) return postil_tls_malformed;
    gnutls_datum_t data = datum(pem);
    gnutls_x509_crt_t *list = NULL;
    unsigned size = 0;
    if (gnutls_x509_crt_list_import2(&list, &size, &data, GNUTLS_X509_FMT_PEM, 0) < 0) return postil_tls_malformed;
    postil_tls_result result = export_all(list, size, certificates, most, count);
    gnutls_free(list);
    return result;
}

// Chains

static postil_tls_trust period(gnutls_x509_crt_t certificate, int64_t time) {
    if (gnutls_x509_crt_get_activation_time(certificate) > time) return postil_tls_not_yet_valid;
    return gnutls_x509_crt_get_expiration_time(certificate) < time ? postil_tls_expired : postil_tls_trusted;
}

static void deinit_all(gnutls_x509_crt_t *list, size_t count) {
    for (size_t index = 0; index < count; index++) gnutls_x509_crt_deinit(list[index]);
}

// Whether the first certificates of a chain lead to its last, which is trusted, at a time.
static postil_tls_trust verify_with(gnutls_x509_crt_t *chain, unsigned length, int64_t time) {
    gnutls_x509_trust_list_t list;
    if (gnutls_x509_trust_list_init(&list, 0) < 0) return postil_tls_unknown_issuer;
    unsigned status = 0;
    // GnuTLS would take the time of the machine: the times are looked at below. The chain is in order.
    unsigned flags = GNUTLS_VERIFY_DISABLE_TIME_CHECKS | GNUTLS_VERIFY_DISABLE_TRUSTED_TIME_CHECKS |
                     GNUTLS_VERIFY_DO_NOT_ALLOW_UNSORTED_CHAIN;
    int code = gnutls_x509_trust_list_add_cas(list, &chain[length - 1], 1, 0);
    if (code == 1) {
        code = gnutls_x509_trust_list_verify_crt(list, chain, length - 1, flags, &status, NULL);
    } else {
        code = -1;
    }
    postil_tls_trust result = postil_tls_trusted;
    if (code < 0) {
        result = postil_tls_broken_chain;
    } else if (status & GNUTLS_CERT_SIGNER_NOT_FOUND) {
        result = postil_tls_unknown_issuer;
    } else if (status & GNUTLS_CERT_INVALID) {
        result = postil_tls_broken_chain;
    }
    // The certificates are the caller's.
    gnutls_x509_trust_list_deinit(list, 0);
    for (unsigned index = 0; index < length && result == postil_tls_trusted; index++) {
        result = period(chain[index], time);
    }
    return result;
}

postil_tls_result postil_tls_verify_chain(
    const postil_tls_view *certificates, size_t count, int64_t time, postil_tls_trust *trust) {
    *trust = postil_tls_unknown_issuer;
    if (count == 0 || count > POSTIL_TLS_LONGEST_CHAIN) return postil_tls_failed;
    gnutls_x509_crt_t chain[POSTIL_TLS_LONGEST_CHAIN];
    postil_tls_result code = postil_tls_ok;
    size_t imported = 0;
    while (imported < count && (code = import(certificates[imported], &chain[imported])) == postil_tls_ok) imported++;
    // One that is trusted itself is, whoever issued it.
    if (code == postil_tls_ok) *trust = count == 1 ? period(chain[0], time) : verify_with(chain, (unsigned)count, time);
    deinit_all(chain, imported);
    return code;
}

// Signatures

static gnutls_sign_algorithm_t sign_algorithm(const char *digest_oid, const char *signature_oid) {
    gnutls_sign_algorithm_t whole = gnutls_oid_to_sign(signature_oid);
    if (whole != GNUTLS_SIGN_UNKNOWN) return whole;
    gnutls_pk_algorithm_t kind = gnutls_oid_to_pk(signature_oid);
    gnutls_digest_algorithm_t digest = digest_algorithm(digest_oid);
    if (kind == GNUTLS_PK_UNKNOWN || digest == GNUTLS_DIG_NULL) return GNUTLS_SIGN_UNKNOWN;
    return gnutls_pk_to_sign(kind, digest);
}

const char *postil_tls_signature_digest(const char *signature_oid) {
    gnutls_sign_algorithm_t algorithm = gnutls_oid_to_sign(signature_oid);
    switch (algorithm) {
    // They digest by themselves, whatever digest is signed; an identifier of PSS says nothing of one.
    case GNUTLS_SIGN_UNKNOWN:
    case GNUTLS_SIGN_EDDSA_ED25519:
    case GNUTLS_SIGN_EDDSA_ED448: return NULL;
    default: break;
    }
    if (gnutls_sign_get_pk_algorithm(algorithm) == GNUTLS_PK_RSA_PSS) return NULL;
    gnutls_digest_algorithm_t digest = gnutls_sign_get_hash_algorithm(algorithm);
    return digest == GNUTLS_DIG_UNKNOWN ? NULL : gnutls_digest_get_oid(digest);
}

// What GnuTLS says of a signature that is not right; all else means that it could not look.
static bool is_mismatch(int code) {
    switch (code) {
    case GNUTLS_E_PK_SIG_VERIFY_FAILED:
    case GNUTLS_E_ASN1_DER_ERROR:
    case GNUTLS_E_ASN1_DER_OVERFLOW:
    case GNUTLS_E_ASN1_ELEMENT_NOT_FOUND:
    case GNUTLS_E_ASN1_GENERIC_ERROR:
    case GNUTLS_E_ASN1_SYNTAX_ERROR:
    case GNUTLS_E_ASN1_TAG_ERROR:
    case GNUTLS_E_ASN1_TAG_IMPLICIT:
    case GNUTLS_E_ASN1_TYPE_ANY_ERROR:
    case GNUTLS_E_ASN1_VALUE_NOT_FOUND:
    case GNUTLS_E_ASN1_VALUE_NOT_VALID:
    case GNUTLS_E_PK_DECRYPTION_FAILED:
    case GNUTLS_E_DECRYPTION_FAILED: return true;
    default: return false;
    }
}

postil_tls_result postil_tls_verify(
    postil_tls_view der, const char *digest_oid, const char *signature_oid, postil_tls_view data,
    bool is_digest, postil_tls_view signature) {
    gnutls_sign_algorithm_t algorithm = sign_algorithm(digest_oid, signature_oid);
    if (algorithm == GNUTLS_SIGN_UNKNOWN) return postil_tls_unsupported;
    if (!fits(data) || !fits(signature)) return postil_tls_malformed;
    gnutls_x509_crt_t certificate;
    postil_tls_result result = import(der, &certificate);
    if (result != postil_tls_ok) return result;
    gnutls_pubkey_t key;
    if (gnutls_pubkey_init(&key) < 0) {
        gnutls_x509_crt_deinit(certificate);
        return postil_tls_failed;
    }
    if (gnutls_pubkey_import_x509(key, certificate, 0) < 0) {
        result = postil_tls_unsupported;
    } else {
        gnutls_datum_t message = datum(data), bytes = datum(signature);
        // Old digests are told of by the caller.
        int code =
            is_digest ? gnutls_pubkey_verify_hash2(key, algorithm, GNUTLS_VERIFY_ALLOW_BROKEN, &message, &bytes)
                      : gnutls_pubkey_verify_data2(key, algorithm, GNUTLS_VERIFY_ALLOW_BROKEN, &message, &bytes);
        result = code >= 0 ? postil_tls_ok : is_mismatch(code) ? postil_tls_mismatch : postil_tls_unsupported;
    }
    gnutls_pubkey_deinit(key);
    gnutls_x509_crt_deinit(certificate);
    return result;
}

// Keys

struct postil_tls_key {
    gnutls_privkey_t key;
};

static postil_tls_result parse_pkcs12(
    gnutls_pkcs12_t file, const char *password, gnutls_x509_privkey_t *key, gnutls_x509_crt_t **chain, unsigned *count) {
    if (gnutls_pkcs12_verify_mac(file, password) < 0) return postil_tls_wrong_password;
    int code = gnutls_pkcs12_simple_parse(
        file, password, key, chain, count, NULL, NULL, NULL, 0);
    if (code == GNUTLS_E_DECRYPTION_FAILED || code == GNUTLS_E_MAC_VERIFY_FAILED) return postil_tls_wrong_password;
    return code < 0 || !*key || *count == 0 ? postil_tls_no_key : postil_tls_ok;
}

postil_tls_result postil_tls_read_pkcs12(
    postil_tls_view bytes, const char *password, postil_tls_key **result, postil_tls_bytes *certificates, size_t most,
    size_t *count) {
    *result = NULL;
    *count = 0;
    gnutls_pkcs12_t file;
    if (!fits(bytes) || gnutls_pkcs12_init(&file) < 0) return postil_tls_failed;
    gnutls_datum_t data = datum(bytes);
    gnutls_x509_privkey_t key = NULL;
    gnutls_x509_crt_t *chain = NULL;
    unsigned length = 0;
    postil_tls_result code = postil_tls_malformed;
    if (gnutls_pkcs12_import(file, &data, GNUTLS_X509_FMT_DER, 0) >= 0) {
        code = parse_pkcs12(file, password, &key, &chain, &length);
    }
    gnutls_pkcs12_deinit(file);
    postil_tls_key *box = code == postil_tls_ok ? calloc(1, sizeof *box) : NULL;
    if (box && gnutls_privkey_init(&box->key) < 0) {
        free(box);
        box = NULL;
    }
    if (box && gnutls_privkey_import_x509(box->key, key, GNUTLS_PRIVKEY_IMPORT_COPY) < 0) {
        postil_tls_close_key(box);
        box = NULL;
    }
    if (code == postil_tls_ok && !box) code = postil_tls_failed;
    if (chain) {
        postil_tls_result exported = export_all(chain, length, certificates, most, count);
        if (code == postil_tls_ok) code = exported;
        gnutls_free(chain);
    }
    if (key) gnutls_x509_privkey_deinit(key);
    if (code != postil_tls_ok && box) {
        postil_tls_close_key(box);
        box = NULL;
    }
    *result = box;
    return code;
}

void postil_tls_close_key(postil_tls_key *key) {
    gnutls_privkey_deinit(key->key);
    free(key);
}

postil_tls_result postil_tls_sign(
    const postil_tls_key *key, const char *digest_oid, postil_tls_view data, postil_tls_bytes *signature) {
    int kind = gnutls_privkey_get_pk_algorithm(key->key, NULL);
    gnutls_digest_algorithm_t digest = digest_algorithm(digest_oid);
    if (kind < 0 || digest == GNUTLS_DIG_NULL || !fits(data)) return postil_tls_unsupported;
    gnutls_sign_algorithm_t algorithm =
        kind == GNUTLS_PK_EDDSA_ED25519 ? GNUTLS_SIGN_EDDSA_ED25519 : gnutls_pk_to_sign(kind, digest);
    if (algorithm == GNUTLS_SIGN_UNKNOWN) return postil_tls_unsupported;
    gnutls_datum_t message = datum(data), result = {NULL, 0};
    if (gnutls_privkey_sign_data2(key->key, algorithm, 0, &message, &result) < 0) return postil_tls_failed;
    *signature = taken(&result);
    return signature->start ? postil_tls_ok : postil_tls_failed;
}

bool postil_tls_random(uint8_t *output, size_t count) { return gnutls_rnd(GNUTLS_RND_NONCE, output, count) >= 0; }
