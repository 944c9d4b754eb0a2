import CPostilSandbox
import Foundation
import Testing

/// What becomes of system calls, with and without the lists of what is allowed.
@Suite struct CallsTests {
  /// What worked in a process of its own.
  private func worked(_ role: postil_role?) throws -> [String] {
    var names = [CChar](repeating: 0, count: 1 << 16)
    let status = postil_try_calls_in_child(role.map { Int32($0.rawValue) } ?? -1, &names, names.count)
    try #require(status == 0)
    let text = names.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return text.split(separator: "\n").map(String.init)
  }

  private static let hasFilters = postil_make_call_in_child(postil_worker, 0xffff) == 1 << 8

  @Test(.enabled(if: hasFilters), arguments: [postil_server, postil_worker])
  func nothingReachesFurtherThanTheProcess(_ role: postil_role) throws {
    #expect(try worked(role) == ["tried"])
  }

  /// The launcher forks without permission, and sees no document.
  @Test(.enabled(if: hasFilters)) func theLauncherForks() throws {
    #expect(Set(try worked(postil_launcher)) == ["fork", "tried"])
  }

  /// What is tried would work: else that it does not would mean nothing. Of what no user may do by himself, and of what not every
  /// kernel has, nothing is said.
  @Test func allOfItWorksWithoutTheLists() throws {
    let worked = Set(try worked(nil))
    let expected = """
      signals: owner of a descriptor,signals: which signal an owner gets,signals: flags of a descriptor,signals: FIOSETOWN,\
      signals: SIOCSPGRP,kill,tkill,tgkill,locks: fcntl,locks: of a description,locks: flock,fchmod,fchmodat,fchown,fchownat,\
      setxattr,lsetxattr,fsetxattr,removexattr,lremovexattr,fremovexattr,utimensat,unlinkat,linkat,symlinkat,mkdirat,renameat2,\
      truncate,ftruncate,fallocate,openat: to write,openat: a path,inotify_init1,memory: to execute,memory: made executable,\
      memory: shared with nobody,memory: a stack,memory: kept from forks,memfd_create,unshare,process_vm_readv,kcmp,\
      prlimit64,setpriority,execve,execveat,setpgid,prctl: outliving the parent,prctl: dumps,prctl: name,socket,connect,bind,\
      pipe2,eventfd2,epoll_create1,timerfd_create,semget,semtimedop,mq_unlink,fork,setsid
      """.split(separator: ",").map(String.init)
    #expect(Set(expected).subtracting(worked) == [])
  }

  #if arch(x86_64)
    /// The second number of each call, for pointers of 32 bits, ends the process.
    @Test(.enabled(if: hasFilters)) func callsOfAnotherKindEndTheProcess() {
      let getpid = 39
      #expect(postil_make_call_in_child(postil_worker, getpid) == 0)
      #expect(postil_make_call_in_child(postil_worker, 0x4000_0000 | getpid) & 0x7f == SIGSYS)
    }
  #endif
}
