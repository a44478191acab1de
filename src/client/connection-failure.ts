/** Why a connection failed, in words. */

/** The cause of a failed fetch has the reason in Node, with one error for each address tried; browsers say no more than the error. */
export const connectionFailureText = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined
  const tried = cause instanceof AggregateError ? cause.errors : [cause ?? error]
  return [...new Set(tried.map((each) => (each instanceof Error ? each.message : String(each))))].join('; ')
}
