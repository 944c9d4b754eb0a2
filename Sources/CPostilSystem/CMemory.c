#define _GNU_SOURCE
#include "CMemory.h"
#include <fcntl.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// Of x86-64, and of aarch64 with pages of 4 KB.
enum { huge_page = 2 << 20 };

static size_t to_huge_page(uintptr_t address) { return -address & (huge_page - 1); }

// MARK: Mapped

/// Whether memory of this size is mapped in huge pages. Less is not worth it; for more, a virtual machine may have to get
/// memory from its host: 36 huge pages took 160 ms, and 5 when they came again.
static bool is_huge(size_t count) { return count >= 4 << 20 && count <= 32 << 20; }

/// What is mapped for so many bytes.
static size_t mapped_size(size_t count) { return is_huge(count) ? count + to_huge_page(count) : count; }

static char *map(size_t size) {
  void *address = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return address == MAP_FAILED ? NULL : address;
}

/// Systems before Linux 6.7 map anywhere.
static char *map_aligned(size_t size) {
  char *address = map(size);
  if (!address || !to_huge_page((uintptr_t)address)) return address;
  munmap(address, size);
  if (!(address = map(size + huge_page))) return NULL;
  size_t before = to_huge_page((uintptr_t)address);
  if (before) munmap(address, before);
  if (before < huge_page) munmap(address + before + size, huge_page - before);
  return address + before;
}

void *postil_map_memory(size_t count) {
  size_t size = mapped_size(count);
  if (!is_huge(count)) return map(size);
  char *address = map_aligned(size);
  if (address) madvise(address, size, MADV_HUGEPAGE);
  return address;
}

void postil_unmap_memory(void *address, size_t count) { munmap(address, mapped_size(count)); }

// MARK: The heap

ssize_t postil_private_memory(void) {
  // Not mallinfo2(): it walks all free blocks while every thread that allocates waits, up to a tenth of a second.
  char text[128];
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return 0;
  text[count] = 0;
  long size, resident, shared;
  if (sscanf(text, "%ld %ld %ld", &size, &resident, &shared) != 3) return 0;
  return (ssize_t)(resident - shared) * sysconf(_SC_PAGESIZE);
}

void postil_return_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

size_t postil_heap_in_use(void) {
#ifdef __GLIBC__
  struct mallinfo2 state = mallinfo2();
  return state.uordblks + state.hblkhd;
#else
  return 0;
#endif
}

void postil_set_up_heap(void) {
#ifdef __GLIBC__
  mallopt(M_MXFAST, 0);
  // Fixed: by itself, malloc comes to keep large pieces once one was freed.
  mallopt(M_MMAP_THRESHOLD, 128 << 10);
#endif
}

void postil_fill_heap(void) {
#ifdef __GLIBC__
  char *top = (char *)sbrk(0) - mallinfo2().keepcost;
  for (size_t size = 64 << 10; size >= 256; size /= 2) {
    char *piece;
    while ((piece = malloc(size)) && piece < top) continue;
    free(piece);
  }
#endif
}

/// What was left of the inherited heap: never freed, and but for its first bytes never touched.
static void *volatile inherited;

void postil_renew_heap(void) {
#ifdef __GLIBC__
  enum { size = 8 << 20 };
  // The largest limits that malloc would come to by itself: new memory must be cleared by the system.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  mallopt(M_TOP_PAD, size);
  uintptr_t end = (uintptr_t)sbrk(0);
  size_t gap = mallinfo2().keepcost + to_huge_page(end);
  if (gap < 128) return;
  // The head of what follows stays in the page before: a page that is there already does not become a huge one.
  inherited = malloc(gap - 64);
  char *start = (char *)end + to_huge_page(end);
  if (start + size <= (char *)sbrk(0)) madvise(start, size, MADV_HUGEPAGE);
#endif
}
