/* Reads damaged HDF5 files through hreval's own C code, each in a process whose death is looked into.
   usage: hdf5_target SEEDS REGRESSIONS WORK SECONDS SEED
          hdf5_target --repeat FILE */
#include "expect.h"
#include "hdf5_pool.h"
#include "hdf5_verdict.h"
#include "hdf5_walk.h"
#include "watched_memory.h"
#include <dirent.h>
#include <fcntl.h>
#include <hdf5.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_SECONDS = 5, MOST_MEMORY = 1 << 29, INPUTS_PER_PROCESS = 4000, MOST_KEPT = 60, MOST_OWN = 6, DONE = 0, FRESH = 7 };

const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return "symbolize=0:exitcode=99:detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=256:handle_abort=1:"
         "max_malloc_fill_size=0:quarantine_size_mb=4:malloc_context_size=3:detect_stack_use_after_return=0:print_legend=0";
}
const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void) { return "print_stacktrace=1:symbolize=0"; }

static pool *files;
static char work[512], scratch[512], report_path[600];
static time_t deadline;
static uint64_t seed;

static void on_time(int signal_number) {
  (void)signal_number;
  static const char words[] = TOO_LONG "\n";
  if (write(2, words, sizeof words - 1) > 0) abort();
  _exit(3);
}

/* libhdf5's handles of every kind: what is not given back grows from file to file. */
static int64_t open_handles(void) {
  static const H5I_type_t kinds[] = {H5I_FILE, H5I_GROUP, H5I_DATATYPE, H5I_DATASPACE, H5I_DATASET, H5I_ATTR,
                                     H5I_GENPROP_LST};
  int64_t sum = 0;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    hsize_t count = 0;
    if (H5Inmembers(kinds[i], &count) >= 0) sum += (int64_t)count;
  }
  return sum;
}

/* Values that hreval gives out are the same each time. Else libhdf5 may come to another end, when what it reads of the
   structure lies behind its memory: nobody can tell that from outside, so it is counted as its own. */
static void compare(const account *first, const account *second) {
  for (int i = 0; i < first->count && i < second->count; i++) {
    const step *a = &first->steps[i], *b = &second->steps[i];
    if (a->digest == b->digest) continue;
    EXPECT(!a->gave_values || !b->gave_values, "other values on another reading");
    fprintf(stderr, UNSTEADY "\n");
    abort();
  }
  EXPECT(first->count == second->count, "%d steps, then %d", first->count, second->count);
}

static void read_twice(const char *path, FILE *page) {
  static account first, second;
  first.page = second.page = page;
  const struct itimerval limit = {{0, 0}, {MOST_SECONDS, 0}};
  setitimer(ITIMER_PROF, &limit, NULL);
  size_t pieces = watched_pieces();
  int64_t handles = open_handles();
  fill_memory_with(0x5a, MOST_MEMORY);
  walk(path, 0x5a, &first);
  EXPECT(watched_pieces() == pieces, "%zu pieces of memory are not given back", watched_pieces() - pieces);
  EXPECT(open_handles() <= handles, "%d handles of libhdf5 are not closed", (int)(open_handles() - handles));
  fill_memory_with(0xa5, MOST_MEMORY);
  walk(path, 0xa5, &second);
  compare(&first, &second);
  const struct itimerval none = {{0, 0}, {0, 0}};
  setitimer(ITIMER_PROF, &none, NULL);
}

/* The first file is read before, so that what the library makes once is there. */
static void prepare(void) {
  signal(SIGPROF, on_time);
  /* Its cache of a file is larger than it keeps for the next one, and fresh memory costs most of a short reading. */
  H5set_free_list_limits(4 << 20, 2 << 20, -1, -1, -1, -1);
  static account ignored;
  walk("/dev/null", 0, &ignored);
  walk("/dev/null", 0, &ignored);
}

static int make_scratch(void) {
  const char *folder = getenv("HR_FUZZ_SCRATCH");
  snprintf(scratch, sizeof scratch, "%s/hdf5-XXXXXX", folder != NULL ? folder : "/tmp");
  int file = mkstemp(scratch);
  EXPECT(file >= 0, "no scratch file at %s", scratch);
  return file;
}

static void read_files(int file) {
  int report = open(report_path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0644);
  if (report < 0 || dup2(report, 2) < 0) _exit(3);
  for (int i = 0; i < INPUTS_PER_PROCESS; i++) {
    if (time(NULL) >= deadline) _exit(DONE);
    uint64_t number = files->next++;
    uint32_t base = 0;
    /* As they are first; the regressions are among them. */
    if (number < files->first_count) {
      base = (uint32_t)number;
      files->length = files->lengths[number];
      memcpy(files->input, files->bytes + files->starts[number], files->length);
    } else {
      base = make_input(files, seed, number);
    }
    if (ftruncate(file, 0) != 0 || pwrite(file, files->input, files->length, 0) != (ssize_t)files->length) _exit(3);
    if (ftruncate(2, 0) != 0) _exit(3);
    found_new_places(files);
    read_twice(scratch, NULL);
    if (found_new_places(files)) add_to_pool(files, files->input, files->length, &files->maps[base]);
  }
  _exit(FRESH);
}

static char *text_of(const char *path) {
  static char text[1 << 16];
  int file = open(path, O_RDONLY);
  ssize_t count = file < 0 ? 0 : read(file, text, sizeof text - 1);
  if (file >= 0) close(file);
  text[count > 0 ? count : 0] = 0;
  return text;
}

static void keep(const char *name, const char *report) {
  char path[700];
  snprintf(path, sizeof path, "%s/found/%s.h5", work, name);
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0 || write(file, files->input, files->length) < 0) perror(path);
  close(file);
  snprintf(path, sizeof path, "%s/found/%s.txt", work, name);
  FILE *text = fopen(path, "w");
  if (text == NULL) return;
  fputs(report, text);
  fclose(text);
}

typedef struct tally {
  int ours, inside, slow, memory, unsteady, kinds;
  char keys[MOST_KEPT][256];
} tally;

/* Keeps the first input of each kind, and the first few of a kind that is hreval's own. */
static void note_death(tally *t) {
  const char *report = text_of(report_path);
  verdict v = judge_death(report);
  if (v.fault == FAULT_OURS) t->ours++;
  else {
    t->inside++;
    t->slow += v.fault == FAULT_SLOW_INSIDE;
    t->memory += v.fault == FAULT_MEMORY_INSIDE;
    t->unsteady += v.fault == FAULT_UNSTEADY;
  }
  int of_its_kind = 0;
  for (int i = 0; i < t->kinds && i < MOST_KEPT; i++) of_its_kind += strcmp(t->keys[i], v.key) == 0;
  if (of_its_kind >= (v.fault == FAULT_OURS ? MOST_OWN : 1)) return;
  char name[64];
  snprintf(name, sizeof name, "hdf5-%s-%d", v.fault == FAULT_OURS ? "own" : "inside", t->kinds);
  if (t->kinds < MOST_KEPT) {
    memcpy(t->keys[t->kinds], v.key, sizeof v.key);
    keep(name, report);
    if (v.fault == FAULT_OURS)
      fprintf(stderr, "hdf5: in hreval's own code: %s\n  kept as %s/found/%s.h5; repeat with Fuzz/Native/run --repeat FILE\n",
              v.key, work, name);
  }
  t->kinds++;
}

static void load_folder(const char *folder) {
  struct dirent **entries = NULL;
  int count = scandir(folder, &entries, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    static uint8_t bytes[FILE_ROOM];
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
    free(entries[i]);
    struct stat about;
    int file = open(path, O_RDONLY);
    if (file < 0) continue;
    ssize_t length = fstat(file, &about) == 0 && S_ISREG(about.st_mode) ? read(file, bytes, sizeof bytes) : 0;
    close(file);
    if (length >= 64) add_to_pool(files, bytes, (size_t)length, NULL);
  }
  free(entries);
}

static int run_all(void) {
  static tally t;
  int file = make_scratch(), is_done = 0;
  prepare();
  while (!is_done) {
    pid_t child = fork();
    EXPECT(child >= 0, "no process");
    if (child == 0) read_files(file);
    int status = 0;
    waitpid(child, &status, 0);
    is_done = WIFEXITED(status) && WEXITSTATUS(status) == DONE;
    if (!is_done && !(WIFEXITED(status) && WEXITSTATUS(status) == FRESH)) note_death(&t);
  }
  unlink(scratch);
  printf("hdf5: %llu executions from %u files (%u of them found), %d faults inside libhdf5 (%d kinds; %d for time, %d for "
         "memory, %d not the same twice), %d in hreval's own code\n",
         (unsigned long long)files->next, files->count, files->count - files->first_count, t.inside, t.kinds, t.slow,
         t.memory, t.unsteady, t.ours);
  return t.ours > 0;
}

int main(int count, char **words) {
  if (count == 3 && strcmp(words[1], "--repeat") == 0) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    prepare();
    read_twice(words[2], stdout);
    printf("hdf5: nothing found\n");
    return 0;
  }
  if (count != 6) return 64;
  files = mmap(NULL, sizeof *files, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  EXPECT(files != MAP_FAILED, "no memory to share");
  snprintf(work, sizeof work, "%s", words[3]);
  snprintf(report_path, sizeof report_path, "%s/report", work);
  load_folder(words[2]);
  load_folder(words[1]);
  files->first_count = files->count;
  EXPECT(files->count > 0, "no seeds in %s", words[1]);
  deadline = time(NULL) + strtol(words[4], NULL, 10);
  seed = strtoull(words[5], NULL, 10);
  return run_all();
}
