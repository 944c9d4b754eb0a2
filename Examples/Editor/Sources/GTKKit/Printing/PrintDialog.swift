import CGTK
import Foundation

/// Asks for a printer and what to print, in GTK's dialog. Printers are offered that take PDF, and a file.
public enum PrintDialog {
  /// What was chosen last, offered the next time.
  private static var settings: Object?

  /// Asks; `nil` if nothing is to be printed.
  ///
  /// - Parameters:
  ///   - title: What the dialog is called.
  ///   - fileName: The name that is offered for a file, without an extension.
  ///   - folder: Where that file is put.
  ///   - page: The page in view, from 0.
  public static func ask(
    _ title: String, fileName: String, folder: URL?, page: Int, over parent: Window
  ) async -> PrintRequest? {
    let dialog = Dialog(title, over: parent)
    if let settings { gtk_print_unix_dialog_set_settings(dialog.c(), settings.c()) }
    dialog.offer(fileName, in: folder)
    gtk_print_unix_dialog_set_current_page(dialog.c(), Int32(clamping: page))
    let isAccepted = await dialog.answer()
    defer { dialog.destroy() }
    guard isAccepted, let request = dialog.request else { return nil }
    settings = request.settings
    return request
  }

  private final class Dialog: Window {
    private var continuation: CheckedContinuation<Bool, Never>?

    init(_ title: String, over parent: Window) {
      super.init(borrowing: UnsafeMutableRawPointer(gtk_print_unix_dialog_new(title, parent.c())))
      gtk_window_set_modal(c(), 1)
      // The program makes the PDF and leaves out pages itself, so the dialog can offer a choice of pages for every printer.
      let own = GTK_PRINT_CAPABILITY_GENERATE_PDF.rawValue | GTK_PRINT_CAPABILITY_PAGE_SET.rawValue
      gtk_print_unix_dialog_set_manual_capabilities(c(), GtkPrintCapabilities(own))
      on("response") { [weak self] (response: Int) in self?.end(response == Int(GTK_RESPONSE_OK.rawValue)) }
      on("destroy") { [weak self] in self?.end(false) }
    }

    /// Offers a name for a file.
    func offer(_ fileName: String, in folder: URL?) {
      guard let settings = gtk_print_unix_dialog_get_settings(c()) else { return }
      defer { g_object_unref(UnsafeMutableRawPointer(settings)) }
      gtk_print_settings_set(settings, "output-basename", fileName)
      gtk_print_settings_set(settings, "output-file-format", "pdf")
      gtk_print_settings_set(settings, "output-uri", nil)
      if let folder { gtk_print_settings_set(settings, "output-dir", folder.path) }
      gtk_print_settings_set_print_pages(settings, GTK_PRINT_PAGES_ALL)
      gtk_print_unix_dialog_set_settings(c(), settings)
    }

    func answer() async -> Bool {
      await withCheckedContinuation {
        continuation = $0
        present()
      }
    }

    private func end(_ isAccepted: Bool) {
      continuation?.resume(returning: isAccepted)
      continuation = nil
    }

    /// What was chosen.
    var request: PrintRequest? {
      guard let printer = gtk_print_unix_dialog_get_selected_printer(c()),
        let settings = gtk_print_unix_dialog_get_settings(c()),
        let setup = gtk_print_unix_dialog_get_page_setup(c())
      else { return nil }
      return PrintRequest(
        printer: Object(borrowing: UnsafeMutableRawPointer(printer)),
        settings: Object(owning: settings), setup: Object(borrowing: UnsafeMutableRawPointer(setup)))
    }
  }
}

/// What was chosen in a ``PrintDialog``.
public final class PrintRequest {
  /// The pages.
  public let pages: PrintPages
  private let printer: Object
  fileprivate let settings: Object
  private let setup: Object

  fileprivate init(printer: Object, settings: Object, setup: Object) {
    (self.printer, self.settings, self.setup) = (printer, settings, setup)
    pages = Self.pages(settings.c())
    // The file that is sent has only these pages.
    gtk_print_settings_set_print_pages(settings.c(), GTK_PRINT_PAGES_ALL)
    gtk_print_settings_set_page_set(settings.c(), GTK_PAGE_SET_ALL)
  }

  private static func pages(_ settings: OpaquePointer) -> PrintPages {
    let parity: PrintPages.Parity =
      switch gtk_print_settings_get_page_set(settings) {
      case GTK_PAGE_SET_EVEN: .even
      case GTK_PAGE_SET_ODD: .odd
      default: .all
      }
    switch gtk_print_settings_get_print_pages(settings) {
    case GTK_PRINT_PAGES_CURRENT: return PrintPages(.current, parity: parity)
    case GTK_PRINT_PAGES_RANGES:
      var count: Int32 = 0
      guard let ranges = gtk_print_settings_get_page_ranges(settings, &count) else {
        return PrintPages(.all, parity: parity)
      }
      defer { g_free(ranges) }
      let chosen = UnsafeBufferPointer(start: ranges, count: Int(count)).compactMap {
        range -> ClosedRange<Int>? in
        // Where no end is given the range goes on to the last page.
        let end = range.end < 0 ? Int(Int32.max) : Int(range.end)
        return Int(range.start) <= end ? max(Int(range.start), 0)...end : nil
      }
      return PrintPages(.ranges(chosen), parity: parity)
    default: return PrintPages(.all, parity: parity)
    }
  }

  /// Sends a PDF file to the printer, or copies it to the file that was chosen. The file is read asynchronously, and must exist
  /// until this returns.
  ///
  /// - Throws: ``PrintFailure``
  public func send(_ file: URL, title: String) async throws {
    let job = Object(owning: gtk_print_job_new(title, printer.c(), settings.c(), setup.c()))
    var error: UnsafeMutablePointer<GError>?
    guard gtk_print_job_set_source_file(job.c(), file.path, &error) != 0 else {
      defer { g_clear_error(&error) }
      throw PrintFailure(error)
    }
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      let waiting = Unmanaged.passRetained(Waiting(continuation)).toOpaque()
      gtk_print_job_send(
        job.c(),
        { _, data, error in
          guard let data else { return }
          let waiting = Unmanaged<Waiting>.fromOpaque(data).takeUnretainedValue()
          MainActor.assumeIsolated { waiting.end(error.map { PrintFailure($0) }) }
        }, waiting,
        { data in
          guard let data else { return }
          let waiting = Unmanaged<Waiting>.fromOpaque(data).takeRetainedValue()
          MainActor.assumeIsolated { waiting.end(nil) }
        })
    }
  }

  private final class Waiting {
    private var continuation: CheckedContinuation<Void, any Error>?
    init(_ continuation: CheckedContinuation<Void, any Error>) { self.continuation = continuation }

    func end(_ failure: PrintFailure?) {
      if let failure { continuation?.resume(throwing: failure) } else { continuation?.resume() }
      continuation = nil
    }
  }
}

/// An error of the print system.
public struct PrintFailure: LocalizedError {
  /// What went wrong, in the language of the system.
  public let errorDescription: String?

  init(_ error: UnsafePointer<GError>?) {
    errorDescription = error?.pointee.message.map { String(cString: $0) }
  }
}
