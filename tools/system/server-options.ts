import { join } from 'node:path'
import { root } from './run-command.ts'

/**
 * Options with which Node runs the server. Node would let new objects take 64 MB before it collects them; a server whose
 * requests last milliseconds needs a fraction. A full collection keeps requests waiting: with one thread in addition to the event
 * loop instead of four it leaves them more of a single core, and it is rare if the heap may double in between.
 */
export const serverOptions = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=4',
  '--v8-pool-size=1',
  '--heap-growing-percent=100',
] as const

/**
 * The environment in which the server runs. The cache of compiled modules saves half of the start, and the compiler for types
 * that each process would keep in memory. glibc would keep memory for every thread that has ever compressed, and of every
 * large buffer that was freed: one arena, and fixed limits, above which memory goes back to the system.
 */
export const serverEnvironment = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'compile'),
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
