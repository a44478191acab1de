/** The input of running work, in its thread: pieces wait here until the work takes them. */
export class InputQueue implements AsyncIterable<unknown> {
  readonly #pieces: unknown[] = []
  #hasEnded = false
  #wake = (): void => {}
  /** Called when the work asks for the next piece. */
  onProcessed = (): void => {}

  add(piece: unknown): void {
    this.#pieces.push(piece)
    this.#wake()
  }

  end(): void {
    this.#hasEnded = true
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown> {
    for (;;) {
      while (this.#pieces.length > 0) {
        yield this.#pieces.shift()
        this.onProcessed()
      }
      if (this.#hasEnded) return
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
