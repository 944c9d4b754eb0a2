import Foundation

/// The processor time of the calling thread.
package enum ThreadTime {
  /// How long it ran so far, whatever else the machine did meanwhile.
  package static var used: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
