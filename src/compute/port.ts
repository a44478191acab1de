/** The port for heavy work, which runs in threads: whatever a task contains, the event loop goes on. */
import type { Transferable } from 'node:worker_threads'
import type { Askers } from '../util/waiting-owners.ts'
import type { WorkOwner } from '../util/work-owner.ts'
import type { Work, WorkName } from './work.ts'

/** Each lane has threads of its own, because running work cannot be interrupted: no look-up waits for a union or an import. */
export type Lane =
  /** Look-ups, in milliseconds. */
  | 'interactive'
  /** Unions, areas, blocks of tiles: seconds. */
  | 'long'
  /** Files that are written while their boundaries are read: minutes, most of them spent waiting. */
  | 'export'
  /** Files and answers of others, whose content decides how long they take. */
  | 'import'

export interface RunOptions<Input = never, Report = never> {
  readonly lane: Lane
  /** Lanes schedule fairly between owners. The processor time is charged to the owner, unless several ask for the work. */
  readonly owner: WorkOwner | Askers
  /** Approximate size of the polygons as stored. Small work is done at once in the calling thread; without a size it never is. */
  readonly bytes?: number
  /** On abort the call rejects with the signal's reason, and the thread is stopped. */
  readonly signal?: AbortSignal | undefined
  /** Buffers of the task that are transferred instead of copied. */
  readonly moved?: readonly Transferable[]
  /** Taken while earlier pieces are processed. */
  readonly input?: AsyncIterable<Input>
  readonly onReport?: (report: Report) => void
}

/** A function reads the task when its turn comes: waiting tasks take no memory, and a slow read delays no other task. */
export type TaskOrLoad<Task> = Task | (() => Promise<Task>)

export interface Compute {
  /** @throws ComputeBusy, and what the work throws */
  readonly run: <Task extends object, Result, Input, Report>(
    work: Work<Task, Result, Input, Report>,
    task: TaskOrLoad<Task>,
    options: RunOptions<Input, Report>,
  ) => Promise<Result>
  /** Lets a thread load the code of work that will come soon. */
  readonly prepare: (work: WorkName, lane: Lane) => void
  readonly close: () => Promise<void>
}
