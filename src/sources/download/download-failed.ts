/** How a download fails. The messages are full sentences for the operator. */

/** Asking again now would fail again. */
export class DownloadFailed extends Error {
  override readonly name: string = 'DownloadFailed'
}

/** The server could not be reached, is busy, or broke off: a later download may succeed, and resume. */
export class TemporaryFailure extends DownloadFailed {
  override readonly name = 'TemporaryFailure'
}
