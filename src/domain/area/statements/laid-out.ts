/** A text whose layout has become plain sentences. */
export interface LaidOut {
  readonly text: string
  /** What stands around the description, as written: greetings, headings of mails, other columns of tables. */
  readonly asides: readonly string[]
}
