#define _GNU_SOURCE
#include "Hooks.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "Words.h"

#if defined(__x86_64__)
#define IS_FUNCTION_ENTRY(type) ((type) == R_X86_64_JUMP_SLOT || (type) == R_X86_64_GLOB_DAT)
#elif defined(__aarch64__)
#define IS_FUNCTION_ENTRY(type) ((type) == R_AARCH64_JUMP_SLOT || (type) == R_AARCH64_GLOB_DAT)
#else
#define IS_FUNCTION_ENTRY(type) ((void)(type), false)
#endif

enum { most_entries = 32 };

typedef struct {
  void **address;
  void *replacement;
  void *original;
} Entry;

typedef struct {
  const char *library;
  const Hook *hooks;
  size_t count;
  bool is_loaded, is_full;
  /// Where the loader made the library's tables read-only.
  uintptr_t read_only_start, read_only_end;
  Entry entries[most_entries];
  size_t entry_count;
} Search;

/// The dynamic section's addresses are relocated by glibc, and are not by other loaders.
static const void *table(const struct dl_phdr_info *library, ElfW(Addr) address) {
  return (const void *)(address < library->dlpi_addr ? library->dlpi_addr + address : address);
}

static void search_relocations(Search *search, const struct dl_phdr_info *library, const ElfW(Rela) *relocations,
                               size_t count, const ElfW(Sym) *symbols, const char *names) {
  for (size_t k = 0; k < count; k++) {
    if (!IS_FUNCTION_ENTRY(ELF64_R_TYPE(relocations[k].r_info))) continue;
    const char *name = names + symbols[ELF64_R_SYM(relocations[k].r_info)].st_name;
    for (size_t h = 0; h < search->count; h++) {
      if (strcmp(name, search->hooks[h].symbol) != 0) continue;
      if (search->entry_count == most_entries) {
        search->is_full = true;
        return;
      }
      void **address = (void **)(library->dlpi_addr + relocations[k].r_offset);
      search->entries[search->entry_count++] = (Entry){address, search->hooks[h].replacement, *address};
    }
  }
}

bool is_library(const char *path, const char *beginning) {
  const char *slash = strrchr(path, '/');
  return strncmp(slash ? slash + 1 : path, beginning, strlen(beginning)) == 0;
}

static int search_library(struct dl_phdr_info *library, size_t size, void *data) {
  (void)size;
  Search *search = data;
  if (!is_library(library->dlpi_name, search->library)) return 0;
  search->is_loaded = true;

  const ElfW(Dyn) *dynamic = NULL;
  for (int k = 0; k < library->dlpi_phnum; k++) {
    const ElfW(Phdr) *header = &library->dlpi_phdr[k];
    if (header->p_type == PT_DYNAMIC) dynamic = (const void *)(library->dlpi_addr + header->p_vaddr);
    if (header->p_type == PT_GNU_RELRO) {
      search->read_only_start = library->dlpi_addr + header->p_vaddr;
      search->read_only_end = search->read_only_start + header->p_memsz;
    }
  }
  if (!dynamic) return 1;

  const ElfW(Rela) *calls = NULL, *others = NULL;
  size_t calls_size = 0, others_size = 0;
  const ElfW(Sym) *symbols = NULL;
  const char *names = NULL;
  for (; dynamic->d_tag != DT_NULL; dynamic++) {
    switch (dynamic->d_tag) {
      case DT_PLTREL:
        if (dynamic->d_un.d_val != DT_RELA) return 1;
        break;
      case DT_JMPREL: calls = table(library, dynamic->d_un.d_ptr); break;
      case DT_PLTRELSZ: calls_size = dynamic->d_un.d_val; break;
      case DT_RELA: others = table(library, dynamic->d_un.d_ptr); break;
      case DT_RELASZ: others_size = dynamic->d_un.d_val; break;
      case DT_SYMTAB: symbols = table(library, dynamic->d_un.d_ptr); break;
      case DT_STRTAB: names = table(library, dynamic->d_un.d_ptr); break;
      default: break;
    }
  }
  if (!symbols || !names) return 1;
  if (calls) search_relocations(search, library, calls, calls_size / sizeof *calls, symbols, names);
  if (others) search_relocations(search, library, others, others_size / sizeof *others, symbols, names);
  return 1;
}

/// Whether what a library calls, or will call, is the function of this name, of the library that ought to have it: another
/// may have replaced it, and then nobody knows what it does.
static bool is_genuine(const Entry *entry, const char *symbol) {
  static const struct {
    const char *names, *library;
  } owners[] = {{"cairo_", "libcairo.so"}, {"cms", "liblcms2.so"}, {"_ZN", "libpoppler.so"}};
  const void *function = dlsym(RTLD_DEFAULT, symbol);
  Dl_info owner, caller, present;
  if (!function || !dladdr(function, &owner) || owner.dli_saddr != function) return false;
  bool is_known = false;
  for (size_t k = 0; k < sizeof owners / sizeof *owners; k++)
    if (strncmp(symbol, owners[k].names, strlen(owners[k].names)) == 0)
      is_known = is_library(owner.dli_fname, owners[k].library);
  if (!is_known) return false;
  if (entry->original == function) return true;
  // Not looked up yet: the entry leads to code of the library itself that does.
  return dladdr(entry->address, &caller) && dladdr(entry->original, &present) && caller.dli_fbase == present.dli_fbase &&
         present.dli_fbase != owner.dli_fbase;
}

const char *hooks_install(const char *library, const Hook *hooks, size_t count) {
  Search search = {.library = library, .hooks = hooks, .count = count};
  dl_iterate_phdr(search_library, &search);
  if (!search.is_loaded) return "the library is linked statically or under another name";
  if (search.is_full) return "the library has more entries for these functions than were expected";
  for (size_t h = 0; h < count; h++) {
    size_t k = 0;
    while (k < search.entry_count && search.entries[k].replacement != hooks[h].replacement) k++;
    if (k == search.entry_count) return "the library's offset table has no entry for a function";
  }
  for (size_t k = 0; k < search.entry_count; k++) {
    size_t h = 0;
    while (hooks[h].replacement != search.entries[k].replacement) h++;
    if (!is_genuine(&search.entries[k], hooks[h].symbol)) return "the library calls another function than it is known to";
  }
  int before = words_written();
  for (size_t k = 0; k < search.entry_count; k++) {
    const Entry *entry = &search.entries[k];
    uintptr_t address = (uintptr_t)entry->address;
    bool is_read_only = address >= search.read_only_start && address < search.read_only_end;
    if (word_write(entry->address, entry->replacement, is_read_only)) continue;
    words_restore(before, words_written());
    return "the library's offset table cannot be written";
  }
  return NULL;
}
