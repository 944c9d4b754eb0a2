#ifndef POSTIL_PROCESSORS_H
#define POSTIL_PROCESSORS_H

#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#define POSTIL_THREAD_SANITIZER 1
#endif
#endif

/// For a function with a loop over many pixels: one more version of it, for processors with wider registers. Not under the
/// thread sanitizer, which cannot be called yet when the loader chooses between them.
#if defined(__x86_64__) && defined(__linux__) && !defined(POSTIL_THREAD_SANITIZER)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

#endif
