import { globSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyProject, type ProjectCopy } from '../testing/copy-project.ts'
import { checkSources, checkTypes } from './check-sources.ts'

const patience = 300_000 // the compiler checks a whole workspace, on a machine that may be busy

// Without the other apps and the tests: the checks of one remote read whatever is in the project.
const settings = ['.gitignore', 'biome.json', 'package.json', 'tsconfig.base.json']
const rules = ['tools/remote-styles.grit', 'tools/layers/layers.json']

let project: ProjectCopy
beforeAll(async () => {
  project = copyProject([...settings, ...rules, 'shared', 'remote-account'])
  const tests = globSync('{shared,remote-account}/**/*.test.{ts,tsx}', { cwd: project.root })
  for (const file of tests) rmSync(join(project.root, file))
  await project.addRemote('account', 'guestbook')
}, patience)
afterAll(() => project.remove())

const page = (code: string) => writeFileSync(join(project.root, 'remote-guestbook', 'added.ts'), `${code}\n`)
const check = () => checkSources('remote-guestbook', project.root)

test(
  'a remote that the repository’s own check accepts passes, whatever its tests import',
  async () => {
    page("export const added = 'added'")
    const text = "import { MemoryRouter } from 'react-router'\n\nexport const router = MemoryRouter\n"
    writeFileSync(join(project.root, 'remote-guestbook', 'added.test.ts'), text)
    expect(await check()).toEqual([
      { check: 'types', isOk: true, message: 'ok', hint: '' },
      { check: 'imports', isOk: true, message: 'ok', hint: '' },
      { check: 'deprecations', isOk: true, message: 'ok', hint: '' },
    ])
  },
  patience,
)

test(
  'forbidden imports and a wrong type are refused, each with its file and line',
  async () => {
    page(
      [
        "import { useParams } from 'react-router'",
        "export { manifest as other } from '../remote-account/manifest.ts'",
        'export const wrong: number = useParams.name',
      ].join('\n'),
    )
    const [types, imports] = await check()
    expect(types).toMatchObject({
      check: 'types',
      isOk: false,
      hint: expect.stringContaining('npm run check'),
    })
    expect(types?.message).toMatch(/remote-guestbook\/added\.ts\(3,14\): error TS2322: Type 'string'/)
    expect(imports).toMatchObject({ check: 'imports', isOk: false })
    expect(imports?.message).toMatch(/remote-guestbook\/added\.ts:1:27: lint\/style\/noRestrictedImports/)
    expect(imports?.message).toContain('the router is @portico/kit/contract/router.ts')
    expect(imports?.message).toMatch(/remote-guestbook\/added\.ts:2 .*must not import remote-account/)
  },
  patience,
)

test('a folder without a type check is refused', async () => {
  rmSync(join(project.root, 'remote-guestbook', 'tsconfig.json'))
  const { isOk, message } = await checkTypes('remote-guestbook', project.root)
  expect([isOk, message]).toEqual([
    false,
    expect.stringContaining('remote-guestbook/tsconfig.json is missing'),
  ])
})
