import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { root } from '../system/run-command.ts'

const packages = 'lint/style/noRestrictedImports'
const cycles = 'lint/suspicious/noImportCycles'

// [folder, import, rule that rejects it]. `remote-new` does not exist in the project.
const forbidden = [
  ['remote-new', 'react-router', packages],
  ['remote-new/pages', 'zustand/vanilla', packages],
  ['server/pages', 'react', packages],
  ['remote-new/cycle', './cycle-partner.ts', cycles],
] as const
const cases = forbidden.map(([folder, specifier, rule], index) => ({
  folder,
  specifier,
  rule,
  file: `${folder}/import-${index}.ts`,
}))

const allowed = {
  'remote-new/allowed.ts': ['@portico/kit/contract/router.ts', './pages/page.ts'],
  'shell/navigation/allowed.ts': ['react-router', 'zustand'],
}

let copy = ''
let rejections: readonly { readonly file: string; readonly rule: string }[] = []
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'portico-boundaries-'))
  for (const file of ['biome.json', 'tools/remote-styles.grit']) cpSync(join(root, file), join(copy, file))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const { file, specifier } of cases) write(file, [specifier])
  for (const [file, specifiers] of Object.entries(allowed)) write(file, specifiers)
  write(
    'remote-new/cycle/cycle-partner.ts',
    cases.filter(({ rule }) => rule === cycles).map(({ file }) => `./${basename(file)}`),
  )
  rejections = lint()
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Writes a file that imports a type from each specifier. */
function write(file: string, specifiers: readonly string[]): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true })
  const imports = specifiers.map((from, index) => `import type { it as it${index} } from '${from}'`)
  const types = specifiers.map((_, index) => `it${index}`).join(' | ')
  writeFileSync(join(copy, file), `${imports.join('\n')}\n\nexport type Used = ${types}\n`)
}

function lint() {
  const args = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=github']
  const { stdout } = spawnSync('biome', args, { cwd: copy })
  return [...stdout.toString().matchAll(/^::\w+ title=([^,]+),file=([^,]+),/gm)].map(
    ([, rule = '', file = '']) => ({ file: relative(copy, file), rule }),
  )
}

test.each(cases)('$folder must not import $specifier', ({ file, rule }) => {
  expect(rejections).toContainEqual({ file, rule })
})

test.each(Object.keys(allowed))('%s may import what it does', (file) => {
  expect(rejections.filter((rejection) => rejection.file === file)).toEqual([])
})

test('a forbidden import makes the type checker fail, and write nothing next to what was imported', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-types-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(root, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'))
  const config = JSON.stringify({ extends: '../tsconfig.base.json', compilerOptions: { lib: ['es2024'] } })
  const sources = {
    'remote-new': "export { value } from '../remote-other/remote.ts'\n",
    'remote-other': 'export const value = 1\n',
  }
  for (const [name, text] of Object.entries(sources)) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'tsconfig.json'), config)
    writeFileSync(join(folder, name, 'remote.ts'), text)
  }
  const { status, stdout } = spawnSync('tsc', ['-b', 'remote-new'], { cwd: folder })
  expect(stdout.toString()).toContain('remote-other/remote.ts')
  expect(status).not.toBe(0)
  expect(globSync('remote-other/*', { cwd: folder }).toSorted()).toEqual([
    join('remote-other', 'remote.ts'),
    join('remote-other', 'tsconfig.json'),
  ])
})
