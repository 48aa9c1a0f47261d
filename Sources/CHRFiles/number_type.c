#include "hierarchy.h"
#include <stdio.h>

/* libhdf5 1.10 takes the layout of a number as the file has it and converts by it. Where a damaged file says that
   fields lie outside the element, or over each other, what it reads is garbage, and not even the same garbage twice.
   So a layout must be one that the library converts rightly: those of IEEE 754 (of any width, so that bfloat16 is
   among them) and the long double of this machine. */

static const size_t most_integer_bytes = 8, most_float_bytes = 16;

static int refuse(hr_failure *failure, const char *what, const char *found) {
  char text[240];
  snprintf(text, sizeof text, "%s%s", what, found);
  return hr_fail(failure, HR_FAILURE_LAYOUT, text);
}

static int has_byte_order(hid_t type, size_t bytes) {
  H5T_order_t order = H5Tget_order(type);
  return order == H5T_ORDER_LE || order == H5T_ORDER_BE || (bytes == 1 && order == H5T_ORDER_NONE);
}

static int check_integer(hid_t type, hr_failure *failure) {
  size_t bytes = H5Tget_size(type), bits = H5Tget_precision(type);
  int offset = H5Tget_offset(type);
  H5T_sign_t sign = H5Tget_sign(type);
  char found[120];
  snprintf(found, sizeof found, "%zu bits from bit %d of %zu bytes", bits, offset, bytes);
  if (bytes == 0 || bytes > most_integer_bytes) return refuse(failure, "whole numbers of unusual size: ", found);
  if (bits == 0 || offset < 0 || (size_t)offset > 8 * bytes || bits > 8 * bytes - (size_t)offset)
    return refuse(failure, "whole numbers that do not fit their bytes: ", found);
  if ((sign != H5T_SGN_NONE && sign != H5T_SGN_2) || !has_byte_order(type, bytes))
    return refuse(failure, "whole numbers of unknown sign or byte order: ", found);
  return 0;
}

static int check_float(hid_t type, hr_failure *failure) {
  size_t bytes = H5Tget_size(type), bits = H5Tget_precision(type), sign = 0, exponent = 0, exponent_bits = 0,
         mantissa = 0, mantissa_bits = 0;
  int offset = H5Tget_offset(type);
  if (H5Tget_fields(type, &sign, &exponent, &exponent_bits, &mantissa, &mantissa_bits) < 0)
    return hr_fail_library(failure);
  char found[160];
  snprintf(found, sizeof found,
           "%zu bits from bit %d of %zu bytes, sign at %zu, exponent of %zu at %zu, mantissa of %zu at %zu", bits,
           offset, bytes, sign, exponent_bits, exponent, mantissa_bits, mantissa);
  if (!has_byte_order(type, bytes)) return refuse(failure, "floating-point numbers of unknown byte order: ", found);
  if (H5Tequal(type, H5T_NATIVE_LDOUBLE) > 0) return 0;
  /* Sign, exponent and mantissa follow each other from the highest bit down and fill the element. The bounds come
     first, so that no sum of them can wrap round. */
  int fits = bytes > 0 && bytes <= most_float_bytes && bits == 8 * bytes && offset == 0 && exponent_bits >= 2 &&
             exponent_bits <= 15 && mantissa_bits >= 1 && mantissa_bits < bits && mantissa == 0 &&
             exponent == mantissa_bits && sign == mantissa_bits + exponent_bits && bits == sign + 1 &&
             H5Tget_norm(type) == H5T_NORM_IMPLIED;
  if (!fits) return refuse(failure, "floating-point numbers of unknown layout: ", found);
  size_t bias = H5Tget_ebias(type), expected = ((size_t)1 << (exponent_bits - 1)) - 1;
  if (bias == expected) return 0;
  snprintf(found, sizeof found, "%zu, and an exponent of %zu bits has %zu", bias, exponent_bits, expected);
  return refuse(failure, "floating-point numbers of exponent bias ", found);
}

int hr_check_number(hid_t type, hr_failure *failure) {
  switch (H5Tget_class(type)) {
    case H5T_INTEGER: return check_integer(type, failure);
    case H5T_FLOAT: return check_float(type, failure);
    case H5T_ENUM: {
      hid_t base = H5Tget_super(type);
      if (base < 0) return hr_fail_library(failure);
      int result = H5Tget_class(base) == H5T_INTEGER ? check_integer(base, failure)
                                                     : refuse(failure, "names for values that are no whole numbers", "");
      H5Tclose(base);
      return result;
    }
    default: return 0;
  }
}
