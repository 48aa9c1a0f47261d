#include "CHRFiles.h"

/* 1.12 and 2.x turn several functions into macros of versioned ones; the 1.10 forms exist in all of them. */
#define H5_USE_110_API 1
#include <hdf5.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Homebrew's library is not built thread-safe, and Debian's has one lock anyway. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void enter(void) {
  pthread_mutex_lock(&lock);
  static int prepared = 0;
  if (!prepared) {
    prepared = 1;
    H5open();
    /* Files must not make the library load code: no filter plugins. */
    H5PLset_loading_state(0);
  }
  /* The error stack is printed by default, and the setting belongs to a thread. */
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  H5Eclear2(H5E_DEFAULT);
}

static void leave(void) { pthread_mutex_unlock(&lock); }

struct words {
  char *text;
  size_t used;
};

static herr_t keep_words(unsigned n, const H5E_error2_t *e, void *context) {
  (void)n;
  struct words *w = context;
  /* The walk goes from the innermost level up; the first two say what happened. */
  if (!e->desc || w->used >= HR_ERROR_LENGTH - 1) return 0;
  int more = snprintf(w->text + w->used, HR_ERROR_LENGTH - w->used, "%s%s", w->used ? "; " : "", e->desc);
  if (more > 0) w->used += (size_t)more;
  return n >= 1 ? 1 : 0;
}

static int failed(char *error) {
  struct words w = {error, 0};
  error[0] = 0;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_words, &w);
  if (!error[0]) snprintf(error, HR_ERROR_LENGTH, "the HDF5 library gave no reason");
  return -1;
}

int64_t hr_h5_open(const char *path, char *error) {
  enter();
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0) failed(error);
  leave();
  return file;
}

void hr_h5_close(int64_t file) {
  enter();
  H5Fclose(file);
  leave();
}

/* Whether every step of an absolute path is a link inside this file. */
static int walk_kind(hid_t file, const char *path) {
  if (strcmp(path, "/") == 0) return HR_H5_GROUP;
  char *copy = strdup(path);
  if (!copy) return HR_H5_ABSENT;
  int kind = HR_H5_GROUP;
  for (char *p = copy + 1;; p++) {
    if (*p != '/' && *p != 0) continue;
    char end = *p;
    *p = 0;
    if (H5Lexists(file, copy, H5P_DEFAULT) <= 0) {
      kind = HR_H5_ABSENT;
      break;
    }
    H5L_info_t info;
    if (H5Lget_info(file, copy, &info, H5P_DEFAULT) < 0) {
      kind = HR_H5_ABSENT;
      break;
    }
    if (info.type == H5L_TYPE_EXTERNAL || info.type > H5L_TYPE_EXTERNAL) {
      kind = HR_H5_EXTERNAL;
      break;
    }
    if (H5Oexists_by_name(file, copy, H5P_DEFAULT) <= 0) {
      kind = HR_H5_ABSENT; /* a soft link to nothing */
      break;
    }
    if (end == 0) {
      hid_t object = H5Oopen(file, copy, H5P_DEFAULT);
      if (object < 0) {
        kind = HR_H5_ABSENT;
        break;
      }
      switch (H5Iget_type(object)) {
        case H5I_GROUP: kind = HR_H5_GROUP; break;
        case H5I_DATASET: kind = HR_H5_DATASET; break;
        default: kind = HR_H5_OTHER;
      }
      H5Oclose(object);
      break;
    }
    *p = '/';
  }
  free(copy);
  return kind;
}

int hr_h5_kind(int64_t file, const char *path) {
  enter();
  int kind = walk_kind(file, path);
  leave();
  return kind;
}

struct visit {
  void (*each)(const char *, void *);
  void *context;
};

static herr_t visit_link(hid_t group, const char *name, const H5L_info_t *info, void *context) {
  (void)group;
  (void)info;
  struct visit *v = context;
  v->each(name, v->context);
  return 0;
}

int hr_h5_members(int64_t file, const char *group, void (*each)(const char *name, void *context), void *context,
                  char *error) {
  enter();
  int result = 0;
  struct visit v = {each, context};
  hid_t id = H5Gopen2(file, group, H5P_DEFAULT);
  if (id < 0 || H5Literate(id, H5_INDEX_NAME, H5_ITER_INC, NULL, visit_link, &v) < 0) result = failed(error);
  if (id >= 0) H5Gclose(id);
  leave();
  return result;
}

static int element_class_of(hid_t type) {
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
    case H5T_FLOAT:
    case H5T_ENUM:
    case H5T_BITFIELD: return HR_H5_NUMBERS;
    case H5T_STRING: return HR_H5_STRINGS;
    case H5T_REFERENCE: return HR_H5_REFERENCES;
    case H5T_COMPOUND: return HR_H5_COMPOUND;
    default: return HR_H5_UNKNOWN;
  }
}

int hr_h5_dimensions(int64_t file, const char *path, int64_t *dimensions, int *element_class, char *error) {
  enter();
  int rank = -1;
  hid_t set = H5Dopen2(file, path, H5P_DEFAULT), space = -1, type = -1;
  if (set >= 0) {
    space = H5Dget_space(set);
    type = H5Dget_type(set);
  }
  if (space >= 0 && type >= 0) {
    *element_class = element_class_of(type);
    if (H5Sget_simple_extent_type(space) == H5S_NULL) {
      rank = 1;
      dimensions[0] = 0;
    } else {
      hsize_t extent[HR_H5_MAX_RANK];
      rank = H5Sget_simple_extent_dims(space, extent, NULL);
      for (int i = 0; i < rank; i++) dimensions[i] = (int64_t)extent[i];
    }
  }
  if (rank < 0) failed(error);
  if (type >= 0) H5Tclose(type);
  if (space >= 0) H5Sclose(space);
  if (set >= 0) H5Dclose(set);
  leave();
  return rank;
}

int hr_h5_read(int64_t file, const char *path, int rank, const int64_t *start, const int64_t *extent, double *values,
               char *error) {
  enter();
  int result = -1;
  hid_t set = H5Dopen2(file, path, H5P_DEFAULT), space = -1, memory = -1;
  if (set >= 0) space = H5Dget_space(set);
  if (space >= 0) {
    if (rank == 0) {
      result = H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0 ? -1 : 0;
    } else {
      hsize_t first[HR_H5_MAX_RANK], count[HR_H5_MAX_RANK];
      for (int i = 0; i < rank; i++) {
        first[i] = (hsize_t)start[i];
        count[i] = (hsize_t)extent[i];
      }
      memory = H5Screate_simple(rank, count, NULL);
      if (memory >= 0 && H5Sselect_hyperslab(space, H5S_SELECT_SET, first, NULL, count, NULL) >= 0)
        result = H5Dread(set, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values) < 0 ? -1 : 0;
    }
  }
  if (result < 0) failed(error);
  if (memory >= 0) H5Sclose(memory);
  if (space >= 0) H5Sclose(space);
  if (set >= 0) H5Dclose(set);
  leave();
  return result;
}

static size_t utf8(uint16_t unit, char *out) {
  if (unit < 0x80) {
    out[0] = (char)unit;
    return 1;
  }
  if (unit < 0x800) {
    out[0] = (char)(0xC0 | unit >> 6);
    out[1] = (char)(0x80 | (unit & 0x3F));
    return 2;
  }
  out[0] = (char)(0xE0 | unit >> 12);
  out[1] = (char)(0x80 | (unit >> 6 & 0x3F));
  out[2] = (char)(0x80 | (unit & 0x3F));
  return 3;
}

/* One string of fixed or variable length, through a read function of a dataset or an attribute. */
static char *one_string(hid_t object, int is_attribute, hid_t type, char *error) {
  char *text = NULL;
  if (H5Tis_variable_str(type) > 0) {
    hid_t memory = H5Tcopy(H5T_C_S1);
    H5Tset_size(memory, H5T_VARIABLE);
    H5Tset_cset(memory, H5Tget_cset(type));
    char *value = NULL;
    herr_t ok = is_attribute ? H5Aread(object, memory, &value)
                             : H5Dread(object, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, &value);
    if (ok >= 0) {
      text = strdup(value ? value : "");
      if (value) H5free_memory(value);
    } else {
      failed(error);
    }
    H5Tclose(memory);
    return text;
  }
  size_t size = H5Tget_size(type);
  if (size > 1 << 20) {
    snprintf(error, HR_ERROR_LENGTH, "a text of %zu bytes is too long", size);
    return NULL;
  }
  text = calloc(1, size + 1);
  if (!text) return NULL;
  herr_t ok = is_attribute ? H5Aread(object, type, text) : H5Dread(object, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text);
  if (ok < 0) {
    failed(error);
    free(text);
    return NULL;
  }
  /* Fixed-length texts may be padded with blanks. */
  for (size_t n = strlen(text); n > 0 && text[n - 1] == ' '; n--) text[n - 1] = 0;
  return text;
}

static hssize_t elements(hid_t space) {
  return H5Sget_simple_extent_type(space) == H5S_NULL ? 0 : H5Sget_simple_extent_npoints(space);
}

int hr_h5_read_text(int64_t file, const char *path, char **text, char *error) {
  enter();
  *text = NULL;
  snprintf(error, HR_ERROR_LENGTH, "it holds no text");
  hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
  hid_t type = set >= 0 ? H5Dget_type(set) : -1, space = set >= 0 ? H5Dget_space(set) : -1;
  if (type >= 0 && space >= 0) {
    hssize_t count = elements(space);
    if (H5Tget_class(type) == H5T_STRING && count == 1) {
      *text = one_string(set, 0, type, error);
    } else if (H5Tget_class(type) == H5T_INTEGER && H5Tget_size(type) == 2 && count >= 0 && count <= 1 << 16) {
      uint16_t *units = calloc((size_t)count + 1, sizeof *units);
      char *out = calloc((size_t)count + 1, 3);
      if (units && out && H5Dread(set, H5T_NATIVE_UINT16, H5S_ALL, H5S_ALL, H5P_DEFAULT, units) >= 0) {
        size_t used = 0;
        for (hssize_t i = 0; i < count; i++) used += utf8(units[i], out + used);
        *text = out;
        out = NULL;
      }
      free(units);
      free(out);
    }
  } else {
    failed(error);
  }
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  if (set >= 0) H5Dclose(set);
  leave();
  return *text ? 0 : -1;
}

int hr_h5_follow(int64_t file, const char *path, char **target, char *error) {
  enter();
  *target = NULL;
  snprintf(error, HR_ERROR_LENGTH, "it holds no object reference");
  hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
  hid_t type = set >= 0 ? H5Dget_type(set) : -1, space = set >= 0 ? H5Dget_space(set) : -1;
  if (type >= 0 && space >= 0 && H5Tequal(type, H5T_STD_REF_OBJ) > 0) {
    hssize_t count = elements(space);
    if (count > 0 && count <= 1 << 20) {
      hobj_ref_t *references = calloc((size_t)count, sizeof *references);
      if (references && H5Dread(set, H5T_STD_REF_OBJ, H5S_ALL, H5S_ALL, H5P_DEFAULT, references) >= 0) {
        hid_t object = H5Rdereference2(set, H5P_DEFAULT, H5R_OBJECT, &references[0]);
        if (object >= 0) {
          ssize_t length = H5Iget_name(object, NULL, 0);
          if (length > 0 && (*target = calloc(1, (size_t)length + 1)))
            H5Iget_name(object, *target, (size_t)length + 1);
          H5Oclose(object);
        }
      }
      free(references);
    }
  }
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  if (set >= 0) H5Dclose(set);
  leave();
  return *target ? 0 : -1;
}

/* 1 with an open attribute, 0 when there is none. */
static int open_attribute(hid_t file, const char *object, const char *name, hid_t *attribute, char *error) {
  htri_t exists = H5Aexists_by_name(file, object, name, H5P_DEFAULT);
  if (exists < 0) return failed(error);
  if (exists == 0) return 0;
  *attribute = H5Aopen_by_name(file, object, name, H5P_DEFAULT, H5P_DEFAULT);
  return *attribute < 0 ? failed(error) : 1;
}

int hr_h5_attribute_number(int64_t file, const char *object, const char *name, double *value, char *error) {
  enter();
  hid_t attribute = -1;
  int result = open_attribute(file, object, name, &attribute, error);
  if (result == 1) {
    hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
    hssize_t count = elements(space);
    int kind = element_class_of(type);
    result = -1;
    if (kind != HR_H5_NUMBERS || count < 1 || count > 1 << 20) {
      snprintf(error, HR_ERROR_LENGTH, "the attribute \"%s\" holds no number", name);
    } else {
      double *values = malloc((size_t)count * sizeof *values);
      if (values && H5Aread(attribute, H5T_NATIVE_DOUBLE, values) >= 0) {
        *value = values[0];
        result = 1;
      } else {
        failed(error);
      }
      free(values);
    }
    H5Sclose(space);
    H5Tclose(type);
    H5Aclose(attribute);
  }
  leave();
  return result;
}

int hr_h5_attribute_text(int64_t file, const char *object, const char *name, char **text, char *error) {
  enter();
  *text = NULL;
  hid_t attribute = -1;
  int result = open_attribute(file, object, name, &attribute, error);
  if (result == 1) {
    hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
    snprintf(error, HR_ERROR_LENGTH, "the attribute \"%s\" holds no single text", name);
    result = -1;
    if (H5Tget_class(type) == H5T_STRING && elements(space) == 1) {
      *text = one_string(attribute, 1, type, error);
      if (*text) result = 1;
    }
    H5Sclose(space);
    H5Tclose(type);
    H5Aclose(attribute);
  }
  leave();
  return result;
}

void hr_free(void *memory) { free(memory); }
