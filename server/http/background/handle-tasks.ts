import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

const niceness = 10 // a ninth of a busy core; a whole core while nothing else runs
const lowest = 19

/** Makes this module a worker of `createWorkerPool`: it runs `work` on one task at a time, at low priority. */
export function handleTasks<Task, Result>(work: (task: Task) => Result): void {
  lowerPriority()
  parentPort?.on('message', (task: Task) => parentPort?.postMessage(work(task)))
}

// Linux has priorities of threads; elsewhere this would be the priority of the whole server.
function lowerPriority(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(Math.min(getPriority() + niceness, lowest))
  } catch {} // a sandbox may forbid it; the thread then competes with requests
}
