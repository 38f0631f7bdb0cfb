import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRsbuild, type RsbuildPlugin } from '@rsbuild/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unfinishedSavesPlugin } from './unfinished-saves-plugin.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portico-saves-'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** Saves a file once the build has found it empty. */
function saver(file: string, text: string): RsbuildPlugin {
  return {
    name: 'saver',
    setup(api) {
      api.transform({ test: file, codeFilter: /^$/, order: 'pre' }, ({ code }) => {
        writeFileSync(file, text)
        return code
      })
    },
  }
}

async function build(plugins: readonly RsbuildPlugin[]): Promise<string> {
  const rsbuild = await createRsbuild({
    cwd: root,
    config: {
      root,
      mode: 'production',
      logLevel: 'silent',
      plugins: [unfinishedSavesPlugin(), ...plugins],
      source: { entry: { index: join(root, 'page.ts') } },
      output: { filename: { js: '[name].js' }, distPath: { js: '' } },
      tools: { htmlPlugin: false },
    },
  })
  await (await rsbuild.build()).close()
  return readFileSync(join(root, 'dist/index.js'), 'utf8')
}

test('a file that is empty because an editor is saving it is read when it has been saved', async () => {
  const file = join(root, 'page.ts')
  writeFileSync(file, '')
  expect(await build([saver(file, "console.log('saved')")])).toContain('saved')
})

test('a file that stays empty is built as it is', async () => {
  writeFileSync(join(root, 'page.ts'), "import './empty.ts'\n\nconsole.log('page')")
  writeFileSync(join(root, 'empty.ts'), '')
  expect(await build([])).toContain('page')
})
