/* Texts in MAT files. */
#include "CHRFiles.h"
#include "door.h"

#ifndef HR_MAT

char *hr_mat_text(hr_mat *mat, const hr_mat_array *array, const char *object, hr_failure *failure) {
  (void)mat;
  (void)array;
  (void)object;
  hr_fail(failure, HR_FAILURE_OTHER, "this build reads no MAT files");
  return NULL;
}
int hr_mat_moments(hr_mat *mat, const hr_mat_texts *texts, const char *object, const hr_moment_form *form,
                   int64_t *moments, uint8_t *zoned, hr_failure *failure) {
  (void)mat;
  (void)texts;
  (void)object;
  (void)form;
  (void)moments;
  (void)zoned;
  return hr_fail(failure, HR_FAILURE_OTHER, "this build reads no MAT files");
}
char *hr_mat_one_text(hr_mat *mat, const hr_mat_texts *texts, uint64_t index, const char *object, hr_failure *failure) {
  (void)mat;
  (void)texts;
  (void)index;
  (void)object;
  hr_fail(failure, HR_FAILURE_OTHER, "this build reads no MAT files");
  return NULL;
}

#else

#include "mat_file.h"
#include <stdlib.h>

static size_t put_letter(char *text, uint32_t letter) {
  if (letter < 0x80) {
    text[0] = (char)letter;
    return 1;
  }
  if (letter < 0x800) {
    text[0] = (char)(0xc0 | letter >> 6);
    text[1] = (char)(0x80 | (letter & 0x3f));
    return 2;
  }
  if (letter < 0x10000) {
    text[0] = (char)(0xe0 | letter >> 12);
    text[1] = (char)(0x80 | (letter >> 6 & 0x3f));
    text[2] = (char)(0x80 | (letter & 0x3f));
    return 3;
  }
  text[0] = (char)(0xf0 | (letter >> 18 & 7));
  text[1] = (char)(0x80 | (letter >> 12 & 0x3f));
  text[2] = (char)(0x80 | (letter >> 6 & 0x3f));
  text[3] = (char)(0x80 | (letter & 0x3f));
  return 4;
}

/* As they stand: a letter of UTF-8 or UTF-16 may be several. */
static size_t units_of(const matvar_t *v) {
  size_t unit = Mat_SizeOf(v->data_type);
  return unit == 1 || unit == 2 || unit == 4 ? v->nbytes / unit : 0;
}

static uint32_t unit_at(const matvar_t *v, size_t i) {
  switch (Mat_SizeOf(v->data_type)) {
    case 1: return ((const uint8_t *)v->data)[i];
    case 2: return ((const uint16_t *)v->data)[i];
    default: return ((const uint32_t *)v->data)[i];
  }
}

/* Every `step`th unit from `first` on, as UTF-8, ended by NUL; of letters of one byte that are no UTF-8, the first 256
   of Unicode. */
static char *utf8_of(const matvar_t *v, size_t first, size_t step, size_t most) {
  size_t units = units_of(v), length = 0, count = first < units ? (units - first - 1) / step + 1 : 0;
  if (units == 0 && v->nbytes > 0) return NULL;
  if (count > most) count = most;
  char *text = malloc(4 * count + 1);
  if (text == NULL) return NULL;
  for (size_t i = 0; i < count; i++) {
    uint32_t letter = unit_at(v, first + i * step);
    if (v->data_type == MAT_T_UTF8) {
      text[length++] = (char)letter;
      continue;
    }
    uint32_t next = i + 1 < count ? unit_at(v, first + (i + 1) * step) : 0;
    if (Mat_SizeOf(v->data_type) == 2 && letter >> 10 == 0x36 && next >> 10 == 0x37) {
      letter = 0x10000 + ((letter & 0x3ff) << 10) + (next & 0x3ff);
      i++;
    }
    length += put_letter(text + length, letter);
  }
  text[length] = 0;
  return text;
}

char *hr_mat_text(hr_mat *mat, const hr_mat_array *array, const char *object, hr_failure *failure) {
  matvar_t *v = (matvar_t *)(uintptr_t)array;
  if (v->class_type != MAT_C_CHAR) {
    hr_fail(failure, HR_FAILURE_OTHER, "not a text");
    return NULL;
  }
  hr_mat_enter(mat, object);
  char *text = NULL;
  if (hr_mat_read_values(mat, v, failure) == 0 && (text = utf8_of(v, 0, 1, SIZE_MAX)) == NULL)
    hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
  hr_leave();
  return text;
}

/* What holds the `index`th of the texts, with its values, and where its letters stand there; NULL where there is none. */
static const matvar_t *line_of(hr_mat *mat, const hr_mat_texts *texts, uint64_t index, size_t *first, size_t *step,
                               hr_failure *failure) {
  const matvar_t *v = variable_of(texts->array);
  uint64_t place = texts->first + index * texts->step;
  hr_mat_info info;
  *first = 0;
  *step = 1;
  if (v->class_type == MAT_C_CELL) {
    const hr_mat_array *cell = hr_mat_part(texts->array, 0, place);
    if (cell == NULL || variable_of(cell)->class_type != MAT_C_CHAR) return NULL;
    hr_mat_look(cell, &info);
    int long_sides = 0;
    for (int i = 0; i < info.rank; i++) long_sides += info.dimensions[i] != 1;
    if (long_sides > 1 || info.count == 0 || info.count > texts->most_letters) return NULL;
    v = variable_of(cell);
  } else {
    hr_mat_look(texts->array, &info);
    if (v->class_type != MAT_C_CHAR || info.rank != 2 || place >= info.dimensions[0] || info.count == 0) return NULL;
    if (info.dimensions[1] > texts->most_letters) return NULL;
    *first = (size_t)place;
    *step = (size_t)info.dimensions[0];
  }
  if (hr_mat_read_values(mat, (matvar_t *)(uintptr_t)v, failure) < 0) return NULL;
  /* Letters of several units do not stand in rows. */
  return *step == 1 || units_of(v) == info.count ? v : NULL;
}

/* Longer than anything that can be written of a moment, blanks apart. */
enum { MOST_MOMENT_BYTES = 256 };

static int64_t moment_of(const matvar_t *v, size_t first, size_t step, const hr_moment_form *form, int *zoned) {
  char text[MOST_MOMENT_BYTES];
  size_t units = units_of(v), length = 0;
  for (size_t i = first; i < units; i += step) {
    uint32_t letter = unit_at(v, i);
    if (length == 0 && letter == ' ') continue;
    if (length == sizeof text) {
      if (letter != ' ') return HR_NO_MOMENT;
      continue;
    }
    if (letter >= 0x80) return HR_NO_MOMENT;
    text[length++] = (char)letter;
  }
  int64_t moment = 0;
  return hr_parse_moment(text, length, form, &moment, zoned) ? moment : HR_NO_MOMENT;
}

int hr_mat_moments(hr_mat *mat, const hr_mat_texts *texts, const char *object, const hr_moment_form *form,
                   int64_t *moments, uint8_t *zoned, hr_failure *failure) {
  hr_mat_enter(mat, object);
  for (uint64_t i = 0; i < texts->count && mat->failure.kind == 0; i++) {
    size_t first, step;
    int names_zone = 0;
    const matvar_t *v = line_of(mat, texts, i, &first, &step, failure);
    moments[i] = v == NULL ? HR_NO_MOMENT : moment_of(v, first, step, form, &names_zone);
    zoned[i] = (uint8_t)names_zone;
  }
  hr_leave();
  if (mat->failure.kind != 0) *failure = mat->failure;
  return mat->failure.kind == 0 ? 0 : -1;
}

char *hr_mat_one_text(hr_mat *mat, const hr_mat_texts *texts, uint64_t index, const char *object, hr_failure *failure) {
  hr_mat_enter(mat, object);
  size_t first, step;
  const matvar_t *v = line_of(mat, texts, index, &first, &step, failure);
  char *text = v == NULL ? NULL : utf8_of(v, first, step, (size_t)texts->most_letters);
  hr_leave();
  return text;
}

#endif
