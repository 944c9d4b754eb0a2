import Dispatch

/// Where signatures are verified and made, off the threads of Swift's concurrency: digests of large files take seconds.
let signatureQueue = DispatchQueue(label: "Postil.Signatures", qos: .userInitiated, attributes: .concurrent)
