#ifndef POSTIL_CMEMORY_H
#define POSTIL_CMEMORY_H
// The memory of this process.
#include <stddef.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Zeroed memory of its own. NULL if there is not enough. That of a picture of a page comes in huge pages, if the system has
/// them: one of 2 MB is there in 0.05 ms, 512 of 4 KB in 0.9 (Linux 6.18, a virtual machine).
void *postil_map_memory(size_t count);

/// Gives mapped memory of this size back.
void postil_unmap_memory(void *address, size_t count);

/// The memory that is the program's alone, in bytes: what all of its threads have allocated and touched, and what they
/// have freed and not given back. Takes some microseconds and blocks no other thread.
ssize_t postil_private_memory(void);

/// Gives memory that was freed back to the system, where malloc holds on to it: it goes through the heap of the whole
/// program, and holds up threads that allocate meanwhile.
void postil_return_memory(void);

/// What malloc has given out, in bytes. It walks all free blocks: for programs with one thread.
size_t postil_heap_in_use(void);

/// Sets malloc up in a process that others are forked from. Every free() tidies up for itself: otherwise malloc puts small
/// pieces aside and tidies all of them within some later call, after a recording was freed a tenth of a second. Large pieces
/// are given back when they are freed: a forked process that used them again would have to copy every page of them.
void postil_set_up_heap(void);

/// Takes the gaps that were freed between pieces in use, for good: a forked process that filled them would have to copy the pages
/// they are in.
void postil_fill_heap(void);

/// Has malloc go on in new memory in a process that was forked, in huge pages if the system has them; and has it keep, and use
/// again, what is freed.
void postil_renew_heap(void);

#ifdef __cplusplus
}
#endif
#endif
