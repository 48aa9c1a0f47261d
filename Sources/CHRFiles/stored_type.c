#include "stored_type.h"
#include "heap_text.h"

/* Deeper than anybody nests compounds and arrays. */
enum { DEEPEST = 16 };

static uint64_t size_of(uint64_t reference, hid_t type, int depth);

/* Its size in memory, with what its members take in the file in place of what they take there. */
static uint64_t size_of_compound(uint64_t reference, hid_t compound, int depth) {
  const int count = H5Tget_nmembers(compound);
  uint64_t stored = H5Tget_size(compound);
  for (int i = 0; i < count; i++) {
    hid_t type = H5Tget_member_type(compound, (unsigned)i);
    const uint64_t held = type < 0 ? 0 : H5Tget_size(type), size = type < 0 ? 0 : size_of(reference, type, depth - 1);
    if (type >= 0) H5Tclose(type);
    if (held == 0 || size == 0 || stored > UINT64_MAX - size || stored + size <= held) return 0;
    stored = stored + size - held;
  }
  return count < 1 ? 0 : stored;
}

static uint64_t size_of_array(uint64_t reference, hid_t array, int depth) {
  hid_t entry = H5Tget_super(array);
  const uint64_t held = entry < 0 ? 0 : H5Tget_size(entry), size = entry < 0 ? 0 : size_of(reference, entry, depth - 1);
  if (entry >= 0) H5Tclose(entry);
  uint64_t all = 0;
  return held == 0 || __builtin_mul_overflow(H5Tget_size(array) / held, size, &all) ? 0 : all;
}

static uint64_t size_of(uint64_t reference, hid_t type, int depth) {
  if (depth == 0) return 0;
  switch (H5Tget_class(type)) {
    case H5T_STRING: return H5Tis_variable_str(type) > 0 ? reference : H5Tget_size(type);
    case H5T_VLEN: return reference;
    case H5T_ARRAY: return size_of_array(reference, type, depth);
    case H5T_COMPOUND: return size_of_compound(reference, type, depth);
    case H5T_REFERENCE: /* to an object: an address */
      return H5Tequal(type, H5T_STD_REF_OBJ) > 0 && reference > 8 ? reference - 8 : 0;
    default: return H5Tget_size(type);
  }
}

uint64_t hr_stored_size(hid_t object, hid_t type) {
  return hr_class_of(type) == HR_CLASS_NUMBER ? H5Tget_size(type) : size_of(hr_reference_bytes(object), type, DEEPEST);
}
