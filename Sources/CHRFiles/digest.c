/* OpenSSL's own three functions neither allocate nor fail, unlike those that replace them. */
#define OPENSSL_API_COMPAT 0x10100000L
#include "CHRFiles.h"
#ifdef __APPLE__
#include <CommonCrypto/CommonDigest.h>
typedef CC_SHA256_CTX context;
#else
#include <openssl/sha.h>
typedef SHA256_CTX context;
#endif

_Static_assert(sizeof(context) <= sizeof(hr_sha256), "hr_sha256 holds the library's state");
_Static_assert(_Alignof(hr_sha256) % _Alignof(context) == 0, "hr_sha256 is aligned as the library's state");

void hr_sha256_begin(hr_sha256 *hash) {
#ifdef __APPLE__
  CC_SHA256_Init((context *)hash);
#else
  SHA256_Init((context *)hash);
#endif
}

void hr_sha256_add(hr_sha256 *hash, const void *bytes, size_t count) {
#ifdef __APPLE__
  /* Its lengths have 32 bits. */
  const size_t most = (size_t)1 << 30;
  for (; count > most; count -= most, bytes = (const char *)bytes + most) CC_SHA256_Update((context *)hash, bytes, most);
  CC_SHA256_Update((context *)hash, bytes, (CC_LONG)count);
#else
  SHA256_Update((context *)hash, bytes, count);
#endif
}

void hr_sha256_end(hr_sha256 *hash, uint8_t *digest) {
#ifdef __APPLE__
  CC_SHA256_Final(digest, (context *)hash);
#else
  SHA256_Final(digest, (context *)hash);
#endif
}
