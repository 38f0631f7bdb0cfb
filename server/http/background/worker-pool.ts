import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'

/** Worker threads for work that would delay requests. */
export interface WorkerPool<Task, Result> {
  /**
   * Runs a task in an idle thread, or in a new one: the caller limits how many run at a time. Rejects with what the task
   * threw, and with an Error if its thread ends.
   */
  run(task: Task): Promise<Result>
  /** Rejects all tasks, and ends the threads that run them. */
  stop(): Promise<void>
}

interface ThreadOptions {
  /** The module that the threads run, which calls `handleTasks`: without its extension, relative to `importer`. */
  readonly module: string
  /** `import.meta` of the caller. In the archive, both are JavaScript side by side. */
  readonly importer: Pick<ImportMeta, 'filename' | 'url'>
  /** A task that takes longer ends, with its thread. Missing: none does. */
  readonly deadlineMs?: number
}

/** A task has taken too long. */
export class TaskDeadlineError extends Error {
  override name = 'TaskDeadlineError'
}

/** Idle threads of this process by module: the next pool of a module uses them. They don't keep the process running. */
const idleThreads = new Map<string, Set<Worker>>()

/** Starts no thread before the first task, and replaces crashed threads. */
export function createWorkerPool<Task, Result>({
  module,
  importer,
  deadlineMs,
}: ThreadOptions): WorkerPool<Task, Result> {
  const file = new URL(module + extname(importer.filename), importer.url)
  const idle = idleThreads.get(file.href) ?? new Set()
  idleThreads.set(file.href, idle)
  const busy = new Set<Worker>()
  let isStopped = false

  function start(): Worker {
    const thread = new Worker(file)
    thread.on('error', () => {}) // rejects its task, if there is one
    thread.once('exit', () => {
      busy.delete(thread)
      idle.delete(thread)
    })
    return thread
  }

  return {
    async run(task) {
      if (isStopped) throw new Error('The server is stopping.')
      const [thread = start()] = idle
      idle.delete(thread)
      busy.add(thread)
      thread.ref()
      const result = await askWithin<Task, Result>(thread, task, deadlineMs)
      thread.unref()
      if (!isStopped) idle.add(thread) // otherwise it is ending
      busy.delete(thread)
      return result
    },
    async stop() {
      isStopped = true
      await Promise.all([...busy].map((thread) => thread.terminate()))
    },
  }
}

async function askWithin<Task, Result>(thread: Worker, task: Task, deadlineMs?: number): Promise<Result> {
  if (deadlineMs === undefined) return ask(thread, task)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    void thread.terminate()
  }, deadlineMs)
  try {
    const result = await ask<Task, Result>(thread, task)
    if (!isLate) return result
  } catch (error) {
    if (!isLate) throw error
  } finally {
    clearTimeout(timer)
  }
  throw new TaskDeadlineError(`Expected a result within ${deadlineMs} ms.`)
}

async function ask<Task, Result>(thread: Worker, task: Task): Promise<Result> {
  const listening = new AbortController()
  const { signal } = listening
  const ended = once(thread, 'exit', { signal }).then(([code]) => {
    throw new Error(`A worker thread ended with code ${code}.`)
  })
  try {
    thread.postMessage(task)
    const [result] = await Promise.race([once(thread, 'message', { signal }), ended])
    return result
  } finally {
    listening.abort()
  }
}
