/** Operations run in this process, by the local operator: no key, no units, no limits. A key only names the account that is meant. */
import { hasExpired, keyOfAddress } from '../../domain/files/key.ts'
import type { FileStore } from '../../domain/files/ports.ts'
import type { Execute } from '../../op/call.ts'
import type { AnyOp } from '../../op/define.ts'
import { type Problem, problemBody } from '../../op/problem/problem.ts'
import { RawInput } from '../../op/raw-input.ts'
import { EncodedBody } from '../../op/response/encoded-body.ts'
import type { Call, OpenFile, ProblemBody } from './call.ts'
import { CommandFailure } from './failure.ts'

export interface LocalRealm {
  readonly ops: readonly AnyOp[]
  readonly execute: Execute
  readonly newRequestId: () => string
  readonly baseUrl: string
  /** Id of the account that operations about an account are for, null when its key is not good; left out where none is named. */
  readonly account?: (() => Promise<string | null>) | undefined
}

export const localCall =
  ({ ops, execute, newRequestId, baseUrl, account }: LocalRealm): Call =>
  async ({ operation, input, languages, signal, progress }) => {
    const op = ops.find(({ name }) => name === operation)
    if (op === undefined) throw new CommandFailure(`This version has no operation ${operation}.`)
    const requestId = newRequestId()
    const outcome = await execute({
      op,
      readInput: () => new RawInput(op, input),
      from: account === undefined ? { kind: 'operator' } : { kind: 'operator', account },
      requestId,
      languages,
      signal: () => signal,
      progress,
    })
    if (!outcome.ok)
      return {
        ok: false,
        problem: ownProblem(outcome.problem, problemBody(outcome.problem, { requestId, baseUrl })),
      }
    const { output } = outcome
    return {
      ok: true,
      bytes: output instanceof EncodedBody ? output.bytes : Buffer.from(JSON.stringify(output)),
    }
  }

/** From the store itself: nothing need listen at the address. */
export const localFile =
  (files: Pick<FileStore, 'read'>, nowMs: () => number): OpenFile =>
  async (url) => {
    const key = keyOfAddress(url)
    if (key !== null && hasExpired(key, nowMs()))
      throw new CommandFailure(`The file of ${url} has expired. Ask again for a new one.`)
    const content = key === null ? null : await files.read(key)
    if (content === null) throw new CommandFailure(`The file of ${url} is not in the file storage.`)
    return content
  }

/** What broke is hidden from callers of a server; the operator, whose machine this is, is told. */
const ownProblem = (failure: Problem, body: ProblemBody): ProblemBody =>
  failure.code === 'internal_error' && failure.cause instanceof Error
    ? { ...body, detail: failure.cause.message }
    : body
