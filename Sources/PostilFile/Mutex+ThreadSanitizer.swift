#if THREAD_SANITIZER
  import PostilModel

  typealias Mutex<Value> = WatchedMutex<Value>
#endif
