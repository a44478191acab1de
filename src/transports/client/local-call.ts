/** Runs operations in this process as the local operator: no key, no units, no limits. A key only identifies an account. */

import type { FileStore } from '../../domain/files/ports.ts'
import { type FileKey, hasExpired, keyOfAddress } from '../../domain/files/stored-file-name.ts'
import type { Execute } from '../../op/call.ts'
import type { AnyOp } from '../../op/define.ts'
import { type Problem, problemBody } from '../../op/problem/problem.ts'
import { RawInput } from '../../op/raw-input.ts'
import { EncodedBody } from '../../op/response/encoded-body.ts'
import type { CallOperation, OpenFile, ProblemBody } from './command-call.ts'
import { CommandFailure } from './command-failure.ts'
import { exportedFile, fileOfFeature } from './fetch-answer-file.ts'

export interface LocalRealm {
  readonly opNamed: (name: string) => Promise<AnyOp | undefined>
  readonly execute: Execute
  readonly newRequestId: () => string
  readonly baseUrl: string
  /** Places on this machine that replace addresses of a server; absent if a server is known to run. */
  readonly here?: LocalPlaces | undefined
  /** Returns the id of the account for operations on an account; null if its key is invalid. Absent if no key is set. */
  readonly account?: (() => Promise<string | null>) | undefined
}

export interface LocalPlaces {
  /** Address of the page about an error. */
  readonly errorPage: (code: string) => string
  /** Returns the address of a stored file; null if files are stored elsewhere. */
  readonly fileUrl: ((key: FileKey) => string) | null
}

export const localCall =
  ({ opNamed, execute, newRequestId, baseUrl, here, account }: LocalRealm): CallOperation =>
  async ({ operation, input, languages = [], maxInlineBytes, signal, progress }) => {
    const op = await opNamed(operation)
    if (op === undefined) throw new CommandFailure(`This version has no operation ${operation}.`)
    const requestId = newRequestId()
    const outcome = await execute({
      op,
      transport: 'cli',
      readInput: () => new RawInput(op, input),
      from: account === undefined ? { kind: 'operator' } : { kind: 'operator', account },
      requestId,
      languages,
      maxInlineBytes,
      signal: () => signal,
      progress,
    })
    if (!outcome.ok) {
      const body = problemBody(outcome.problem, { requestId, baseUrl })
      return {
        ok: false,
        problem: ownProblem(
          outcome.problem,
          here === undefined ? body : { ...body, type: here.errorPage(outcome.problem.code) },
        ),
      }
    }
    const { output } = outcome
    const bytes = output instanceof EncodedBody ? output.bytes : Buffer.from(JSON.stringify(output))
    return { ok: true, bytes: here?.fileUrl ? withLocalFile(bytes, here.fileUrl) : bytes }
  }

/** Replaces the address of the answer's file by its place on this machine; other answers do not change. */
const withLocalFile = (answer: Uint8Array, fileUrl: (key: FileKey) => string): Uint8Array => {
  const url = (exportedFile(answer) ?? fileOfFeature(answer))?.url
  const key = url === undefined ? null : keyOfAddress(url)
  if (url === undefined || key === null) return answer
  const text = new TextDecoder().decode(answer)
  return Buffer.from(text.replace(JSON.stringify(url), () => JSON.stringify(fileUrl(key))))
}

/** Reads the file from the store, so that no server has to run at the address. */
export const localFile =
  (files: Pick<FileStore, 'read'>, nowMs: () => number): OpenFile =>
  async (url) => {
    const key = keyOfAddress(url)
    if (key !== null && hasExpired(key, nowMs()))
      throw new CommandFailure(`The file ${url} has expired. Repeat the call to get a new one.`)
    const content = key === null ? null : await files.read(key)
    if (content === null) throw new CommandFailure(`The file ${url} is not in the file storage.`)
    return content
  }

/** Tells the operator what to do, and the cause of an internal error, which servers hide from callers. */
const ownProblem = (failure: Problem, body: ProblemBody): ProblemBody =>
  failure.code === 'internal_error' && failure.cause instanceof Error
    ? { ...body, detail: failure.cause.message }
    : { ...body, detail: failure.operatorDetail ?? body.detail }
