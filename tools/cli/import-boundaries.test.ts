import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../system/run-command.ts'

// Each is forbidden: [the folder that imports, what it imports]. `remote-new` does not exist in the project.
const forbidden: readonly (readonly [folder: string, specifier: string])[] = [
  ['remote-new', '../remote-other/remote.ts'],
  ['remote-new', 'remote-other/remote.ts'],
  ['remote-new', '../shell/boot/create-host.ts'],
  ['remote-new', '../server/app.ts'],
  ['remote-new', '../shared/paths.ts'],
  ['remote-new', 'react-router'],
  ['shell', '../remote-other/remote.ts'],
  ['shell', '@portico/server/app.ts'],
  ['shared', '../shell/boot/create-host.ts'],
  ['server', '@portico/tools/build/bundle-names.ts'],
  ['server', '../remote-other/remote.ts'],
  ['tools', '../server/app.ts'],
]

let copy = ''
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'portico-walls-'))
  for (const file of ['biome.json', 'tools/remote-styles.grit', 'tools/room-dependencies.grit'])
    cpSync(join(root, file), join(copy, file))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const [index, [folder, specifier]] of forbidden.entries()) {
    mkdirSync(join(copy, folder), { recursive: true })
    writeFileSync(
      join(copy, folder, `arrow-${index}.ts`),
      `import { it } from '${specifier}'\n\nexport const got = it\n`,
    )
  }
  mkdirSync(join(copy, 'remote-new/page'), { recursive: true })
  writeFileSync(
    join(copy, 'remote-new/allowed.ts'),
    "import { paths } from '@portico/shared/paths.ts'\nimport { page } from './page/page.ts'\n\nexport const got = [paths, page]\n",
  )
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function refusedBy(file: string): boolean {
  const { stdout } = spawnSync('biome', ['lint', '--vcs-enabled=false', '--reporter=json', file], {
    cwd: copy,
  })
  return stdout.toString().includes('noRestrictedImports')
}

test.each(
  forbidden.map((arrow, index) => ({ arrow: arrow.join(' -> '), file: `${arrow[0]}/arrow-${index}.ts` })),
)('$arrow is refused', ({ file }) => {
  expect(refusedBy(file)).toBe(true)
})

test('shared and the own folder are open to a remote that is new', () => {
  expect(refusedBy('remote-new/allowed.ts')).toBe(false)
})
