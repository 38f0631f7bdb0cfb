import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { olderNodeModule } from '../older-node.ts'

const program = `
import('node:worker_threads').then(async ({ parentPort, workerData }) => {
  const { supportOlderNode } = await import(workerData.olderNode)
  supportOlderNode()
  parentPort.postMessage({ ...(await import(workerData.file)) })
})`

/**
 * Imports a module and everything that it imports as they are now, in a thread of its own, because Node never forgets a
 * module. Returns its exports, which must be data. Throws what the module throws.
 */
export async function importFresh(file: string): Promise<unknown> {
  const workerData = { olderNode: olderNodeModule, file: pathToFileURL(file).href }
  const worker = new Worker(program, { eval: true, workerData })
  const ended = once(worker, 'exit').then(() => {
    throw new Error('It ended the process.')
  })
  try {
    const [module] = await Promise.race([once(worker, 'message'), ended])
    return module
  } finally {
    await Promise.allSettled([worker.terminate(), ended])
  }
}
