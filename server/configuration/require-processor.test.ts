import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const file = join(import.meta.dirname, 'require-processor.ts')

/** Calls it in a process of its own, with these options of Node. */
function callWith(...options: readonly string[]) {
  const script = `const { requireProcessor } = await import(${JSON.stringify(file)}); requireProcessor()`
  const args = [...options, '--input-type=module', '--eval', script]
  return spawnSync(process.execPath, args, { encoding: 'utf8' })
}

test.runIf(process.arch === 'x64')('a processor without SSE4.1 is refused, and this one is not', () => {
  expect(callWith('--no-enable-sse4-1').stderr).toContain('This processor lacks SSE4')
  expect(callWith().status).toBe(0)
})
