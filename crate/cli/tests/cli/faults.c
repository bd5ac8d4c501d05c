// A disk that fails, for a program into which this is preloaded: at the n-th write, sync, truncation or renaming of files below a
// folder. `FAULT_DISK` names the folder, `FAULT_AT` the number of the call, and `FAULT` what happens:
//   count  nothing: the number of calls is written to the file `FAULT_COUNT`
//   full   from this call on, all of them fail with ENOSPC
//   error  this one fails with EIO
//   short  this one writes half of its bytes, and all later ones fail with ENOSPC
//   kill   this one writes half of its bytes, and the process is killed

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static const char *disk, *fault;
static long at;
static atomic_long calls;

__attribute__((constructor)) static void begin(void) {
  const char *number = getenv("FAULT_AT");
  disk = getenv("FAULT_DISK");
  fault = getenv("FAULT");
  at = number ? atol(number) : 0;
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("FAULT_COUNT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%ld", atomic_load(&calls));
  fclose(file);
}

static int is(const char *kind) { return fault && strcmp(fault, kind) == 0; }

static int is_on_disk(const char *path) { return disk && strncmp(path, disk, strlen(disk)) == 0; }

static int is_file_on_disk(int file) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_on_disk(path);
}

enum effect { NONE, FAILS, HALF, HALF_AND_KILL };

// What happens at a call on the disk. Sets `errno` if it fails.
static enum effect next(void) {
  long call = atomic_fetch_add(&calls, 1) + 1;
  if (at == 0 || call < at) return NONE;
  if (is("kill")) return HALF_AND_KILL;
  if (is("short") && call == at) return HALF;
  if (is("error") && call > at) return NONE;
  errno = is("error") ? EIO : ENOSPC;
  return FAILS;
}

// The same for a call that has no half.
static int fails(void) {
  enum effect effect = next();
  if (effect == HALF_AND_KILL) kill(getpid(), SIGKILL);
  return effect == FAILS;
}

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

#define WRITES(name, file, bytes, ...)                     \
  REAL(name);                                              \
  if (!is_file_on_disk(file)) return real(__VA_ARGS__);    \
  enum effect effect = next();                             \
  if (effect == FAILS) return -1;                          \
  if (effect != NONE && bytes > 1) bytes /= 2;             \
  ssize_t written = real(__VA_ARGS__);                     \
  if (effect == HALF_AND_KILL) kill(getpid(), SIGKILL);    \
  return written

#define CHANGES(name, is_meant, ...)         \
  REAL(name);                                \
  return is_meant && fails() ? -1 : real(__VA_ARGS__)

ssize_t write(int file, const void *from, size_t bytes) { WRITES(write, file, bytes, file, from, bytes); }
ssize_t pwrite(int file, const void *from, size_t bytes, off_t to) { WRITES(pwrite, file, bytes, file, from, bytes, to); }
ssize_t pwrite64(int file, const void *from, size_t bytes, off64_t to) { WRITES(pwrite64, file, bytes, file, from, bytes, to); }
int fsync(int file) { CHANGES(fsync, is_file_on_disk(file), file); }
int fdatasync(int file) { CHANGES(fdatasync, is_file_on_disk(file), file); }
int ftruncate(int file, off_t bytes) { CHANGES(ftruncate, is_file_on_disk(file), file, bytes); }
int ftruncate64(int file, off64_t bytes) { CHANGES(ftruncate64, is_file_on_disk(file), file, bytes); }
int rename(const char *from, const char *to) { CHANGES(rename, is_on_disk(from), from, to); }
