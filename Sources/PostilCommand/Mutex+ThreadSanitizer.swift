#if THREAD_SANITIZER
  import Postil

  typealias Mutex<Value> = WatchedMutex<Value>
#endif
