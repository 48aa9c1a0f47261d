/* Changes each byte of the indices of chunks, and of the messages that lead to the values: each of its bits by itself, all
   to 0, all to 1. Counts the files of which wrong samples are read without a word.
   usage: hdf5_sweep FOLDER
   Exit status: 1 where they are read although the index contradicts itself, the extent, the end of the file or another
   object. */
#include "CHRFiles.h"
#include "expect.h"
#include "hdf5_map.h"
#include "seed_file.h"
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { VALUES = 1000, MOST_BYTES = 1 << 16, MOST_PLACES = 64, LAYOUT_MESSAGE = 8, SECONDS = 5, DATASETS = 2 };

static const char *const datasets[DATASETS] = {"/rec_01/ppg", "/rec_01/ecg"};

typedef enum kind { ONE_PIECE, OLD_TREE, SINGLE, IMPLICIT, FIXED, EXTENSIBLE, NEW_TREE } kind;
typedef struct layout {
  const char *name;
  kind kind;
  int is_packed;
} layout;

static const layout layouts[] = {
    {"one piece", ONE_PIECE, 0},       {"version-1 tree", OLD_TREE, 0},
    {"version-1 tree, gzip", OLD_TREE, 1}, {"single chunk", SINGLE, 0},
    {"single chunk, gzip", SINGLE, 1}, {"implicit", IMPLICIT, 0},
    {"fixed array", FIXED, 0},         {"fixed array, gzip", FIXED, 1},
    {"extensible array", EXTENSIBLE, 0}, {"extensible array, gzip", EXTENSIBLE, 1},
    {"version-2 tree", NEW_TREE, 0},   {"version-2 tree, gzip", NEW_TREE, 1}};

typedef enum outcome { REFUSED, RIGHT, LACKING, WRONG, DIED, OUTCOMES } outcome;

/* Shared with the processes that read. */
typedef struct progress {
  uint64_t next; /* how many cases were begun */
  uint64_t counts[OUTCOMES], unseen, contradicting;
  uint32_t example_place, example_value;
} progress;

typedef struct stretch {
  uint32_t start, end;
} stretch;

typedef struct sound {
  uint8_t bytes[MOST_BYTES];
  size_t length;
  stretch index[400];    /* what is changed */
  int index_count;
  stretch values[2 * MOST_PLACES]; /* where values lie, in chunks or one piece */
  int value_count;
  stretch taken[500]; /* where the structure of the file lies, as far as it shows */
  int taken_count;
} sound;

static double value_of(int dataset, int i) { return 1000 * (dataset + 1) + i; }

static void write_dataset(hid_t group, int number, const layout *l) {
  hsize_t size[2] = {VALUES, 1}, chunk[2] = {100, 1}, most[2] = {VALUES, 1};
  int rank = 1;
  if (l->kind == SINGLE) chunk[0] = VALUES;
  if (l->kind == EXTENSIBLE) most[0] = H5S_UNLIMITED;
  if (l->kind == NEW_TREE) {
    rank = 2;
    size[0] = 50, size[1] = 20, chunk[0] = chunk[1] = 10, most[0] = most[1] = H5S_UNLIMITED;
  }
  hid_t list = l->kind == ONE_PIECE ? list_of() : chunked(rank, chunk, l->is_packed, l->is_packed, 0);
  if (l->kind == IMPLICIT) H5Pset_alloc_time(list, H5D_ALLOC_TIME_EARLY);
  hid_t space = H5Screate_simple(rank, size, most);
  hid_t set = H5Dcreate2(group, strrchr(datasets[number], '/') + 1, H5T_STD_I16LE, space, H5P_DEFAULT, list, H5P_DEFAULT);
  double values[VALUES];
  for (int i = 0; i < VALUES; i++) values[i] = value_of(number, i);
  need(set);
  need(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
  H5Dclose(set), H5Sclose(space), H5Pclose(list);
}

static void find_values(const char *path, sound *s) {
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  need(file);
  for (int d = 0; d < DATASETS; d++) {
    hid_t set = H5Dopen2(file, datasets[d], H5P_DEFAULT), list = H5Dget_create_plist(set), space = H5Dget_space(set);
    hsize_t count = 1;
    if (H5Pget_layout(list) == H5D_CHUNKED) need(H5Dget_num_chunks(set, space, &count));
    for (hsize_t i = 0; i < count; i++) {
      hsize_t offsets[HR_MAX_RANK], size = 2 * VALUES;
      haddr_t address = H5Dget_offset(set);
      unsigned mask;
      if (H5Pget_layout(list) == H5D_CHUNKED) need(H5Dget_chunk_info(set, space, i, offsets, &mask, &address, &size));
      EXPECT(s->value_count < 2 * MOST_PLACES, "more chunks than expected");
      s->values[s->value_count++] = (stretch){(uint32_t)address, (uint32_t)(address + size)};
    }
    H5Sclose(space), H5Pclose(list), H5Dclose(set);
  }
  H5Fclose(file);
}

static void add_index(sound *s, uint32_t start, uint32_t end) {
  EXPECT(s->index_count < 400 && end <= s->length, "an index beyond the file");
  s->index[s->index_count++] = (stretch){start, end};
}

/* A node of the seeds' trees: at most four entries, of one dimension and the bytes of a value. */
enum { OLD_NODE = 24 + 4 * 8 + 5 * 24 };

static void find_index(sound *s) {
  static map m;
  make_map(s->bytes, s->length, &m);
  for (uint32_t i = 0; i < m.region_count; i++) {
    const region *r = &m.regions[i];
    s->taken[s->taken_count++] = (stretch){r->start, r->start + r->length};
    if (r->kind == LAYOUT_MESSAGE) add_index(s, r->start, r->start + r->length);
    if (r->kind == MESSAGE_STRUCTURE && memcmp(s->bytes + r->start, "TREE\1", 5) == 0)
      add_index(s, r->start, r->start + OLD_NODE);
  }
  for (uint32_t i = 0; i < m.checksum_count; i++) {
    const checksum *c = &m.checksums[i];
    s->taken[s->taken_count++] = (stretch){c->start, c->end + 4};
    static const char names[] = "FAHDFADBEAHDEAIBEASBEADBBTHDBTINBTLF";
    for (const char *name = names; *name != 0; name += 4)
      if (memcmp(s->bytes + c->start, name, 4) == 0) add_index(s, c->start, c->end + 4);
  }
}

static outcome read_all(const char *path) {
  static double values[VALUES];
  hr_failure failure = {0};
  int64_t file = hr_hdf5_open(path, &failure);
  if (file < 0) return REFUSED;
  outcome result = RIGHT;
  for (int d = 0; d < DATASETS && result != REFUSED; d++) {
    hr_dataset_info info;
    const hr_block whole = {0};
    uint64_t never = 0;
    if (hr_hdf5_info(file, datasets[d], &info, &failure) < 0 || info.count != VALUES ||
        hr_hdf5_read(file, datasets[d], &whole, values, VALUES, 1 << 20, &never, &failure) < 0)
      result = REFUSED;
    for (int i = 0; i < VALUES && result != REFUSED; i++) {
      if (values[i] == value_of(d, i)) continue;
      result = values[i] == values[i] ? WRONG : result == RIGHT ? LACKING : result;
    }
  }
  hr_hdf5_close(file);
  return result;
}

static int meets(stretch a, stretch b) { return a.start < b.end && b.start < a.end; }

/* Whether all that was changed is an address of values, which now leads to bytes of the file where nothing else lies. */
static int is_unseen(const sound *s, uint32_t place, uint8_t value) {
  for (int i = 0; i < s->value_count; i++) {
    const stretch *its = &s->values[i];
    for (uint32_t start = place < 7 ? 0 : place - 7; start <= place; start++) {
      if (read_word(s->bytes + start, 8) != its->start) continue;
      uint8_t changed[8];
      memcpy(changed, s->bytes + start, 8);
      changed[place - start] = value;
      const uint64_t moved = read_word(changed, 8), bytes = its->end - its->start;
      if (moved > s->length || bytes > s->length - moved) continue;
      const stretch now = {(uint32_t)moved, (uint32_t)(moved + bytes)};
      int is_free = 1;
      for (int k = 0; k < s->value_count; k++) is_free &= k == i || !meets(now, s->values[k]);
      for (int k = 0; k < s->taken_count; k++) is_free &= !meets(now, s->taken[k]);
      if (is_free) return 1;
    }
  }
  return 0;
}

static void read_cases(const sound *s, const char *path, progress *p) {
  int file = open(path, O_RDWR);
  uint64_t number = 0;
  for (int i = 0; i < s->index_count; i++)
    for (uint32_t at = s->index[i].start; at < s->index[i].end; at++)
      for (int way = 0; way < 10; way++) {
        const uint8_t changed = way < 8 ? s->bytes[at] ^ (uint8_t)(1 << way) : way == 8 ? 0 : UINT8_MAX;
        if (changed == s->bytes[at] || number++ < p->next) continue;
        p->next = number;
        alarm(SECONDS);
        if (pwrite(file, &changed, 1, at) != 1) _exit(3);
        const outcome found = read_all(path);
        if (pwrite(file, s->bytes + at, 1, at) != 1) _exit(3);
        p->counts[found]++;
        if (found != WRONG) continue;
        if (is_unseen(s, at, changed)) p->unseen++;
        else if (p->contradicting++ == 0) {
          p->example_place = at;
          p->example_value = changed;
        }
      }
  _exit(0);
}

static int sweep(const char *folder, int number) {
  static sound s;
  memset(&s, 0, sizeof s);
  const layout *l = &layouts[number];
  char name[32], path[1100];
  snprintf(name, sizeof name, "sweep_%d", number);
  snprintf(path, sizeof path, "%s/%s.h5", folder, name);
  seed made = begin(name, l->kind > OLD_TREE, 0);
  hid_t group = group_in(made.file, "rec_01", 0);
  for (int d = 0; d < DATASETS; d++) write_dataset(group, d, l);
  H5Gclose(group);
  end(made);
  find_values(path, &s);
  int file = open(path, O_RDONLY);
  s.length = (size_t)read(file, s.bytes, sizeof s.bytes);
  close(file);
  EXPECT(s.length > 0 && s.length < sizeof s.bytes, "a file of another size than expected");
  find_index(&s);
  EXPECT(read_all(path) == RIGHT, "the sound file is not read");
  progress *p = mmap(NULL, sizeof *p, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  EXPECT(p != MAP_FAILED, "no memory to share");
  for (int is_done = 0; !is_done;) {
    fflush(stdout);
    pid_t child = fork();
    EXPECT(child >= 0, "no process");
    if (child == 0) read_cases(&s, path, p);
    int status = 0;
    waitpid(child, &status, 0);
    is_done = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (is_done) continue;
    EXPECT(WIFSIGNALED(status), "a process that read ended with %d", WEXITSTATUS(status));
    p->counts[DIED]++;
    file = open(path, O_WRONLY);
    EXPECT(pwrite(file, s.bytes, s.length, 0) == (ssize_t)s.length, "the file cannot be mended");
    close(file);
  }
  printf("%-24s %7llu cases: %llu refused, %llu read right, %llu with missing samples, %llu ended the process, "
         "%llu wrong without a word (%llu of them contradict nothing)\n", l->name, (unsigned long long)p->next,
         (unsigned long long)p->counts[REFUSED], (unsigned long long)p->counts[RIGHT],
         (unsigned long long)p->counts[LACKING], (unsigned long long)p->counts[DIED],
         (unsigned long long)p->counts[WRONG], (unsigned long long)p->unseen);
  if (p->contradicting > 0)
    printf("  wrong although something contradicts: %llu, the first at byte %u set to %u of %s\n",
           (unsigned long long)p->contradicting, p->example_place, p->example_value, path);
  else unlink(path);
  int result = p->contradicting > 0;
  munmap(p, sizeof *p);
  return result;
}

int main(int count, char **words) {
  if (count != 2) return 64;
  setvbuf(stdout, NULL, _IOLBF, 0);
  put_seeds_in(words[1]);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  int result = 0;
  for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) result |= sweep(words[1], (int)i);
  return result;
}
