#include "CHRFiles.h"
#include "door.h"
#include <stdlib.h>
#include <string.h>

int hr_reads_flac(void) {
#ifdef HR_FLAC
  return 1;
#else
  return 0;
#endif
}

#ifndef HR_MAT

/* A build without libmatio: nobody asks for more than the first of these. */
int hr_reads_mat(void) { return 0; }

hr_mat *hr_mat_open(const char *path, const hr_mat_limits *limits, hr_failure *failure) {
  (void)path;
  (void)limits;
  hr_fail(failure, HR_FAILURE_OTHER, "this build reads no MAT files");
  return NULL;
}
void hr_mat_close(hr_mat *mat) { (void)mat; }
const hr_mat_array *hr_mat_next(hr_mat *mat, hr_failure *failure) {
  (void)mat;
  (void)failure;
  return NULL;
}
uint64_t hr_mat_place(const hr_mat *mat) {
  (void)mat;
  return 0;
}
const char *hr_mat_name(const hr_mat_array *array) {
  (void)array;
  return "";
}
void hr_mat_look(const hr_mat_array *array, hr_mat_info *info) {
  (void)array;
  memset(info, 0, sizeof *info);
}
const char *hr_mat_field(const hr_mat_array *array, uint64_t field) {
  (void)array;
  (void)field;
  return NULL;
}
const hr_mat_array *hr_mat_part(const hr_mat_array *array, uint64_t field, uint64_t index) {
  (void)array;
  (void)field;
  (void)index;
  return NULL;
}
int hr_mat_numbers(hr_mat *mat, const hr_mat_array *array, const char *object, double *values, uint64_t capacity,
                   hr_failure *failure) {
  (void)mat;
  (void)array;
  (void)object;
  (void)values;
  (void)capacity;
  return hr_fail(failure, HR_FAILURE_OTHER, "this build reads no MAT files");
}

#else

#include "mat_file.h"

int hr_reads_mat(void) { return 1; }

static const char *library(void) {
  static char name[60];
  if (*name == 0) {
    int major = 0, minor = 0, release = 0;
    Mat_GetLibraryVersion(&major, &minor, &release);
    snprintf(name, sizeof name, "MAT library (%d.%d.%d)", major, minor, release);
  }
  return name;
}

/* What the library says while it is asked; it would write to the terminal otherwise. */
static char said[200];
static void listen(int level, char *message) {
  (void)level;
  if (*said == 0) snprintf(said, sizeof said, "%s", message);
}

void hr_mat_enter(const hr_mat *mat, const char *object) {
  hr_enter_library(library(), mat->path, object);
  *said = 0;
}

static int fail(hr_failure *failure) {
  for (size_t end = strlen(said); end > 0 && strchr(" .\n\r", said[end - 1]) != NULL; end--) said[end - 1] = 0;
  return hr_fail(failure, HR_FAILURE_OTHER, said);
}

hr_mat *hr_mat_open(const char *path, const hr_mat_limits *limits, hr_failure *failure) {
  hr_mat *mat = calloc(1, sizeof *mat);
  if (mat != NULL) mat->path = strdup(path);
  if (mat == NULL || mat->path == NULL) {
    free(mat);
    hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
    return NULL;
  }
  mat->outline = hr_mat_outline_open(path, limits, failure);
  if (mat->outline == NULL) {
    hr_mat_close(mat);
    return NULL;
  }
  return mat;
}

/* Not before the first variable was found sound: the library reads it to tell what file it has. */
static int open_library(hr_mat *mat, hr_failure *failure) {
  if (mat->file != NULL) return 0;
  hr_mat_enter(mat, "");
  Mat_LogInitFunc("hreval", listen);
  mat->file = Mat_Open(mat->path, MAT_ACC_RDONLY);
  int result = mat->file == NULL ? fail(failure) : 0;
  hr_leave();
  return result;
}

void hr_mat_close(hr_mat *mat) {
  if (mat->file != NULL) {
    hr_mat_enter(mat, "");
    for (size_t i = 0; i < mat->count; i++) Mat_VarFree(mat->variables[i]);
    Mat_Close(mat->file);
    hr_leave();
  }
  free(mat->variables);
  if (mat->outline != NULL) hr_mat_outline_close(mat->outline);
  free(mat->path);
  free(mat);
}

const hr_mat_array *hr_mat_next(hr_mat *mat, hr_failure *failure) {
  char name[HR_MAT_NAME_BYTES];
  /* Values are read elsewhere in the file, and the library goes on from there. */
  if (mat->has_read) {
    hr_fail(failure, HR_FAILURE_OTHER, "a variable was asked for after values");
    return NULL;
  }
  int found = hr_mat_outline_next(mat->outline, name, failure);
  if (found <= 0 || open_library(mat, failure) < 0) return NULL;
  matvar_t **longer = realloc(mat->variables, (mat->count + 1) * sizeof *longer);
  if (longer == NULL) {
    hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
    return NULL;
  }
  mat->variables = longer;
  hr_mat_enter(mat, name);
  matvar_t *variable = Mat_VarReadNextInfo(mat->file);
  /* The library must be at the same variable as the outline. */
  int is_same = variable != NULL && strncmp(variable->name == NULL ? "" : variable->name, name, sizeof name - 1) == 0;
  if (variable != NULL && !is_same) Mat_VarFree(variable);
  if (!is_same) fail(failure);
  hr_leave();
  if (!is_same) return NULL;
  mat->variables[mat->count++] = variable;
  return (const hr_mat_array *)variable;
}

uint64_t hr_mat_place(const hr_mat *mat) { return mat->outline->place; }

const char *hr_mat_name(const hr_mat_array *array) {
  const char *name = variable_of(array)->name;
  return name == NULL ? "" : name;
}

static hr_mat_kind kind_of(const matvar_t *v) {
  switch (v->class_type) {
    case MAT_C_DOUBLE: case MAT_C_SINGLE: case MAT_C_INT8: case MAT_C_UINT8: case MAT_C_INT16: case MAT_C_UINT16:
    case MAT_C_INT32: case MAT_C_UINT32: case MAT_C_INT64: case MAT_C_UINT64: case MAT_C_EMPTY:
      return v->isComplex ? HR_MAT_COMPLEX : HR_MAT_NUMBERS;
    case MAT_C_CHAR: return HR_MAT_TEXT;
    case MAT_C_CELL: return HR_MAT_CELLS;
    case MAT_C_STRUCT: return HR_MAT_STRUCTS;
    case MAT_C_SPARSE: return HR_MAT_SPARSE;
    case MAT_C_OBJECT: case MAT_C_FUNCTION: case MAT_C_OPAQUE: return HR_MAT_OTHER;
  }
  return HR_MAT_OTHER;
}

void hr_mat_look(const hr_mat_array *array, hr_mat_info *info) {
  const matvar_t *v = variable_of(array);
  memset(info, 0, sizeof *info);
  info->kind = kind_of(v);
  info->rank = v->rank < 0 ? 0 : v->rank > HR_MAX_RANK ? HR_MAX_RANK : v->rank;
  info->count = v->rank > 0 ? 1 : 0;
  for (int i = 0; i < info->rank; i++) {
    info->dimensions[i] = v->dims[i];
    /* The outline has found that their product does not overflow. */
    info->count *= v->dims[i];
  }
  if (v->class_type == MAT_C_EMPTY) info->count = 0;
  if (v->class_type == MAT_C_STRUCT &&
      v->internal != NULL) info->fields = Mat_VarGetNumberOfFields((matvar_t *)(uintptr_t)v);
}

const char *hr_mat_field(const hr_mat_array *array, uint64_t field) {
  char *const *names = Mat_VarGetStructFieldnames(variable_of(array));
  return names == NULL ? "" : names[field];
}

const hr_mat_array *hr_mat_part(const hr_mat_array *array, uint64_t field, uint64_t index) {
  const matvar_t *v = variable_of(array);
  hr_mat_info info;
  hr_mat_look(array, &info);
  uint64_t fields = info.kind == HR_MAT_STRUCTS ? info.fields : 1;
  if (v->data == NULL || index >= info.count || field >= fields) return NULL;
  if (info.kind != HR_MAT_STRUCTS && info.kind != HR_MAT_CELLS) return NULL;
  return (const hr_mat_array *)((matvar_t *const *)v->data)[index * fields + field];
}

/* Of one kind of number each. */
#define COPY(TYPE) \
  for (uint64_t i = 0; i < capacity; i++) values[i] = (double)((const TYPE *)v->data)[i]; \
  return 0

static int copy(const matvar_t *v, double *values, uint64_t capacity) {
  switch (v->class_type) {
    case MAT_C_DOUBLE: COPY(double);
    case MAT_C_SINGLE: COPY(float);
    case MAT_C_INT8: COPY(int8_t);
    case MAT_C_UINT8: COPY(uint8_t);
    case MAT_C_INT16: COPY(int16_t);
    case MAT_C_UINT16: COPY(uint16_t);
    case MAT_C_INT32: COPY(int32_t);
    case MAT_C_UINT32: COPY(uint32_t);
    case MAT_C_INT64: COPY(int64_t);
    case MAT_C_UINT64: COPY(uint64_t);
    default: return -1;
  }
}

/* The library must not be asked twice for the values of one packed array (1.5.23 crashes), nor after it failed. So they
   stay until the file is closed. */
int hr_mat_read_values(hr_mat *mat, matvar_t *v, hr_failure *failure) {
  if (v->data != NULL) return 0;
  mat->has_read = 1;
  if (mat->failure.kind == 0 && (Mat_VarReadDataAll(mat->file, v) != 0 || v->data == NULL)) fail(&mat->failure);
  if (mat->failure.kind != 0) *failure = mat->failure;
  return mat->failure.kind == 0 ? 0 : -1;
}

int hr_mat_numbers(hr_mat *mat, const hr_mat_array *array, const char *object, double *values, uint64_t capacity,
                   hr_failure *failure) {
  matvar_t *v = (matvar_t *)(uintptr_t)array;
  hr_mat_info info;
  hr_mat_look(array, &info);
  if (info.kind != HR_MAT_NUMBERS || info.count != capacity)
    return hr_fail(failure, HR_FAILURE_OTHER, "another number of values than there is room for");
  hr_mat_enter(mat, object);
  int result = hr_mat_read_values(mat, v, failure);
  if (result == 0 && (v->nbytes / capacity != Mat_SizeOfClass(v->class_type) || v->nbytes % capacity != 0 || copy(v,
      values, capacity) < 0))
    result = hr_fail(failure, HR_FAILURE_OTHER, "another number of values came than was asked for");
  hr_leave();
  return result;
}

#endif
