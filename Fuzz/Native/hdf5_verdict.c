#include "hdf5_verdict.h"
#include <stdio.h>
#include <string.h>

/* The module of a frame: "    #2 0x55  (/path/libhdf5.so+0x1234) (BuildId: 00)". */
typedef struct frame {
  char module[64];
  char offset[24];
} frame;

typedef enum owner { OWNER_NOBODY, OWNER_OURS, OWNER_LIBRARY } owner;

static int read_frame(const char *line, frame *f) {
  const char *open = strchr(line, '('), *end = strchr(line, '\n');
  if (open == NULL || (end != NULL && open > end)) return 0;
  const char *plus = strstr(open, "+0x");
  if (plus == NULL || (end != NULL && plus > end)) return 0;
  const char *name = plus;
  while (name > open + 1 && name[-1] != '/') name--;
  snprintf(f->module, sizeof f->module, "%.*s", (int)(plus - name), name);
  snprintf(f->offset, sizeof f->offset, "%.*s", (int)strcspn(plus, ")"), plus);
  return 1;
}

/* The runtime of the sanitizer and the target lie in the program itself, and libc does what others ask. */
static owner owner_of(const frame *f) {
  if (strncmp(f->module, "libchrfiles", 11) == 0) return OWNER_OURS;
  if (strncmp(f->module, "libc.so", 7) == 0 || strncmp(f->module, "libm.so", 7) == 0 ||
      strncmp(f->module, "ld-linux", 8) == 0 || strncmp(f->module, "libpthread", 10) == 0)
    return OWNER_NOBODY;
  return strstr(f->module, ".so") != NULL || strstr(f->module, ".dylib") != NULL ? OWNER_LIBRARY : OWNER_NOBODY;
}

/* The first owner among the frames of a stack, and the two frames from there on. */
static owner first_owner(const char *stack, char *key, size_t capacity) {
  owner found = OWNER_NOBODY;
  int noted = 0;
  for (const char *line = stack; line != NULL && noted < 2; line = strchr(line, '\n')) {
    if (*line == '\n') line++;
    const char *word = line + strspn(line, " ");
    if (*word != '#') {
      if (found != OWNER_NOBODY || *word == '\n' || *word == 0) break;
      continue;
    }
    frame f;
    if (!read_frame(word, &f)) continue;
    owner its = owner_of(&f);
    if (found == OWNER_NOBODY) found = its;
    if (found == OWNER_NOBODY) continue;
    size_t used = strlen(key);
    snprintf(key + used, capacity - used, " %s%s", f.module, f.offset);
    noted++;
  }
  return found;
}

verdict judge_death(const char *report) {
  static const char *const marks[] = {"BROKEN PROMISE", "runtime error:", TOO_LONG, TOO_MUCH, "AddressSanitizer: CHECK failed", "ERROR: AddressSanitizer: "};
  verdict v = {FAULT_OURS, ""};
  if (strstr(report, UNSTEADY) != NULL) {
    const verdict unsteady = {FAULT_UNSTEADY, UNSTEADY};
    return unsteady;
  }
  const char *start = NULL, *mark = "death without a report";
  for (size_t i = 0; start == NULL && i < sizeof marks / sizeof *marks; i++)
    if ((start = strstr(report, marks[i])) != NULL) mark = marks[i];
  if (start == NULL || mark == marks[0] || mark == marks[1]) {
    snprintf(v.key, sizeof v.key, "%.*s", start == NULL ? 60 : (int)strcspn(start, "\n"), start == NULL ? mark : start);
    return v;
  }
  const char *what = mark == marks[5] ? start + strlen(mark) : mark;
  snprintf(v.key, sizeof v.key, "%.*s", (int)strcspn(what, " :\n"), what);
  const char *stack = strstr(start, "    #0 ");
  owner top = stack == NULL ? OWNER_NOBODY : first_owner(stack, v.key, sizeof v.key);
  if (top != OWNER_LIBRARY) return v;
  /* The library goes beyond what hreval's code gave it. (What lies near an address that went astray, and was freed long
     ago, says nothing.) */
  const char *memory = strstr(start, "freed by thread") != NULL ? NULL : strstr(start, "allocated by thread");
  char rest[256] = "";
  if (memory != NULL && (memory = strstr(memory, "    #0 ")) != NULL &&
      first_owner(memory, rest, sizeof rest) == OWNER_OURS)
    return v;
  memory = strstr(start, "is located in stack of thread");
  if (memory != NULL && (memory = strstr(memory, "    #0 ")) != NULL) return v;
  v.fault = mark == marks[2] ? FAULT_SLOW_INSIDE : mark == marks[3] ? FAULT_MEMORY_INSIDE : FAULT_INSIDE;
  return v;
}
