#ifndef POSTIL_NETTLE_H
#define POSTIL_NETTLE_H

// nettle's functions take pointers to functions without a type, which Swift cannot hand over.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nettle/aes.h>
#include <nettle/arcfour.h>
#include <nettle/cbc.h>
#include <nettle/md5.h>
#include <nettle/sha2.h>

/// The MD5 digest of bytes: 16 bytes.
static inline void postil_md5(size_t count, const uint8_t *bytes, uint8_t *digest) {
  struct md5_ctx context;
  md5_init(&context);
  md5_update(&context, count, bytes);
  md5_digest(&context, MD5_DIGEST_SIZE, digest);
}

/// The SHA-256 digest of bytes: 32 bytes.
static inline void postil_sha256(size_t count, const uint8_t *bytes, uint8_t *digest) {
  struct sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, count, bytes);
  sha256_digest(&context, SHA256_DIGEST_SIZE, digest);
}

/// RC4, which is its own inverse. The key has 1 to 256 bytes.
static inline void postil_rc4(size_t key_count, const uint8_t *key, size_t count, const uint8_t *bytes,
                              uint8_t *result) {
  struct arcfour_ctx context;
  arcfour_set_key(&context, key_count, key);
  arcfour_crypt(&context, count, result, bytes);
}

/// AES in CBC mode, of whole blocks of 16 bytes, without padding. Keys have 16 or 32 bytes; false for others.
static inline bool postil_aes_cbc(bool encrypts, size_t key_count, const uint8_t *key, const uint8_t *first_block,
                                  size_t count, const uint8_t *bytes, uint8_t *result) {
  uint8_t block[AES_BLOCK_SIZE];
  for (size_t index = 0; index < AES_BLOCK_SIZE; index++) block[index] = first_block[index];
  if (count % AES_BLOCK_SIZE != 0) return false;
  if (key_count == AES128_KEY_SIZE) {
    struct aes128_ctx context;
    if (encrypts) {
      aes128_set_encrypt_key(&context, key);
      cbc_encrypt(&context, (nettle_cipher_func *)aes128_encrypt, AES_BLOCK_SIZE, block, count, result, bytes);
    } else {
      aes128_set_decrypt_key(&context, key);
      cbc_decrypt(&context, (nettle_cipher_func *)aes128_decrypt, AES_BLOCK_SIZE, block, count, result, bytes);
    }
    return true;
  }
  if (key_count != AES256_KEY_SIZE) return false;
  struct aes256_ctx context;
  if (encrypts) {
    aes256_set_encrypt_key(&context, key);
    cbc_encrypt(&context, (nettle_cipher_func *)aes256_encrypt, AES_BLOCK_SIZE, block, count, result, bytes);
  } else {
    aes256_set_decrypt_key(&context, key);
    cbc_decrypt(&context, (nettle_cipher_func *)aes256_decrypt, AES_BLOCK_SIZE, block, count, result, bytes);
  }
  return true;
}

#endif
