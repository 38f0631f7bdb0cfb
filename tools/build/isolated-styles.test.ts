import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRsbuild } from '@rsbuild/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { App } from './find-apps.ts'
import { isolatedStyles } from './isolated-styles.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portico-styles-'))
})

afterEach(() => rmSync(root, { recursive: true }))

const manifest: App['manifest'] = { name: 'any', team: 'any team', contractVersion: 1, pages: [] }

interface Styles {
  readonly name: string
  readonly hash?: string
  /** By file name, relative to the app's folder; the first is imported. */
  readonly files: Readonly<Record<string, string>>
}

/** The style sheet that is built from an app's styles. */
async function build({ name, hash = '11111111', files }: Styles): Promise<string> {
  const folder = join(root, `remote-${name}`)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const imports = Object.keys(files).map((file) => `export * as _${file.length} from './${file}'`)
  writeFileSync(join(folder, 'entry.js'), imports.join('\n'))
  const dist = join(root, 'dist', name, hash)
  const styles = isolatedStyles({
    name,
    folder: `remote-${name}`,
    hash,
    manifest: name === 'shell' ? null : manifest,
  })
  const rsbuild = await createRsbuild({
    cwd: root,
    rsbuildConfig: {
      ...styles,
      mode: 'production',
      logLevel: 'silent',
      source: { entry: { index: join(folder, 'entry.js') } },
      output: { ...styles.output, distPath: { root: dist, css: '' }, filename: { css: '[name].css' } },
      tools: { ...styles.tools, htmlPlugin: false },
    },
  })
  await (await rsbuild.build()).close()
  return readdirSync(dist)
    .filter((file) => file.endsWith('.css'))
    .map((file) => readFileSync(join(dist, file), 'utf8'))
    .join('')
}

const classesIn = (css: string) => [...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name)
const page =
  '.title { color: red } .list > li { animation: turn 1s } @keyframes turn { to { rotate: 1turn } }'

test('three remotes with the same files and class names share no class and no keyframes', async () => {
  const built = []
  for (const name of ['one', 'two', 'three']) {
    built.push(await build({ name, files: { 'page.module.css': page } }))
  }
  const names = built.map((css) => [...classesIn(css), css.match(/@keyframes ([\w-]+)/)?.[1]])
  expect(names.map((each) => new Set(each).size)).toEqual([3, 3, 3])
  expect(new Set(names.flat()).size).toBe(9)
})

test('two releases of one remote share no class', async () => {
  const files = { 'page.module.css': page }
  const classes = [
    ...classesIn(await build({ name: 'one', hash: '11111111', files })),
    ...classesIn(await build({ name: 'one', hash: '22222222', files })),
  ]
  expect(new Set(classes).size).toBe(4)
})

test('each style sheet is in the layer of whom it belongs to', async () => {
  const css = await build({
    name: 'one',
    files: { 'page.module.css': '.title { color: red }', 'shared/ui/key.module.css': '.key { color: red }' },
  })
  expect(css).toMatch(/@layer remote\s*\{\s*\.one-11111111-/)
  expect(css).toMatch(/@layer kit\s*\{\s*\.one-11111111-/)
  const shell = await build({
    name: 'shell',
    files: { 'bar.module.css': '.bar { color: red }', 'base.css': 'body { margin: 0 }' },
  })
  expect(shell).toMatch(/@layer shell\s*\{\s*\.shell-11111111-[^}]*\}\s*\}/)
  expect(shell.replace(/@layer shell\s*\{[^}]*\}\s*\}/, '')).toMatch(/body\s*\{/)
})

test.each([
  ['a style sheet that is no module', { 'page.css': '.title { color: red }' }],
  ['an element', { 'page.module.css': 'h1 { color: red }' }],
  ['an element beside a class', { 'page.module.css': '.title, h1 { color: red }' }],
  ['an element that holds a class', { 'page.module.css': 'body:has(.title) { color: red }' }],
  [
    'an element that holds the rule around it',
    { 'page.module.css': '.title { body:has(&) { color: red } }' },
  ],
  ['a class outside of modules', { 'page.module.css': '.title :global(.list) { color: red }' }],
  ['a token of the site', { 'page.module.css': ':root { --color-bg: red }' }],
  ['a font', { 'page.module.css': '@font-face { font-family: Serif; src: local(Arial) }' }],
])('%s in a remote ends the build', async (_title, files) => {
  await expect(build({ name: 'one', files })).rejects.toThrow()
})

test('what a remote needs passes', async () => {
  const text = `.title { &:hover { color: red } > li { color: red } [dir='rtl'] & { color: red } }
    [aria-expanded='true'] > .list:not(:empty) a { color: red }
    :where(.list > :not(:empty) ~ li) { color: red }
    @media print { .title { color: red } } @container (width < 10rem) { .list { color: red } }`
  expect(classesIn(await build({ name: 'one', files: { 'page.module.css': text } })).length).toBeGreaterThan(
    3,
  )
})
