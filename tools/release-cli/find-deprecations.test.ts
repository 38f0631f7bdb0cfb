import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDeprecations } from './find-deprecations.ts'

const patience = 120_000 // the compiler starts, on a machine that may be busy

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-deprecations-'))
  write('tsconfig.json', JSON.stringify({ compilerOptions: { strict: true, types: [], noEmit: true } }))
  write(
    'contract.ts',
    `export interface Host {
  /** @deprecated Since contract version 2, removed in 3: call \`open\`. */
  navigate(): void
  /** @deprecated Not of the contract. */
  old(): void
  open(): void
}\n`,
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const page = (call: string) =>
  write(
    'page.tsx',
    `import type { Host } from './contract'\n\nexport const go = (host: Host) => host.${call}()\n`,
  )

test(
  'what the next contract will not have is a warning, with its place and what to use instead',
  async () => {
    page('navigate')
    const { message, ...finding } = await findDeprecations(folder)
    expect(finding).toMatchObject({ check: 'deprecations', isOk: true, isWarning: true })
    expect(message.trim()).toBe('page.tsx:3:40 Since contract version 2, removed in 3: call `open`.')
  },
  patience,
)

test(
  'nothing else is',
  async () => {
    for (const call of ['open', 'old']) {
      page(call)
      expect(await findDeprecations(folder)).toEqual({
        check: 'deprecations',
        isOk: true,
        message: 'ok',
        hint: '',
      })
    }
  },
  patience,
)
