#include "stored_bytes.h"
#include <unistd.h>

int hr_find_stored(hid_t object, hr_stored *s) {
  hid_t file = H5Iget_file_id(object), list = file < 0 ? -1 : H5Fget_create_plist(file);
  int *descriptor = NULL;
  hsize_t base = 0, bytes = 0;
  int result = list < 0 || H5Pget_sizes(list, &s->address_bytes, &s->size_bytes) < 0 ||
                       H5Pget_userblock(list, &base) < 0 || H5Fget_filesize(file, &bytes) < 0 ||
                       H5Fget_vfd_handle(file, H5P_DEFAULT, (void **)&descriptor) < 0 || descriptor == NULL ||
                       s->address_bytes > 8 || s->size_bytes > 8
                   ? -1 : 0;
  if (result == 0) {
    s->descriptor = *descriptor;
    s->base = base;
    s->end = bytes;
  }
  if (list >= 0) H5Pclose(list);
  if (file >= 0) H5Fclose(file);
  return result;
}

int hr_read_stored(const hr_stored *s, uint64_t address, void *bytes, size_t count) {
  if (address > s->end || s->base > s->end - address || count > s->end - address - s->base) return -1;
  for (size_t done = 0; done < count;) {
    ssize_t now = pread(s->descriptor, (char *)bytes + done, count - done, (off_t)(s->base + address + done));
    if (now <= 0) return -1;
    done += (size_t)now;
  }
  return 0;
}

uint64_t hr_little_endian(const uint8_t *bytes, size_t count) {
  uint64_t value = 0;
  for (size_t i = count; i > 0; i--) value = value << 8 | bytes[i - 1];
  return value;
}

uint64_t hr_stored_address(const hr_stored *s, const uint8_t *bytes) {
  uint64_t address = hr_little_endian(bytes, s->address_bytes);
  return address == UINT64_MAX >> (64 - 8 * s->address_bytes) ? UINT64_MAX : address;
}
