import { OperatorError } from './operator-error.ts'

// TypeScript has it only with the types of browsers.
declare const WebAssembly: { validate(module: Uint8Array): boolean }

/** A WebAssembly module with one SIMD instruction, which is valid only where the processor has SSE4.1. */
const simdModule = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
  11,
])

/**
 * Throws an OperatorError if the program that edits images would end the whole process with an illegal instruction, at the
 * first request for an image. `/proc/cpuinfo` would say more, but a service does not see it.
 */
export function requireProcessor(): void {
  if (process.arch !== 'x64' || WebAssembly.validate(simdModule)) return
  throw new OperatorError(
    'This processor lacks SSE4, which the program that edits images needs. If this is a virtual machine, give it the processor of its host: the type "host", or x86-64-v2 at least.',
  )
}
