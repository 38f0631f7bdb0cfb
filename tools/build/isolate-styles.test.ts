import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRsbuild } from '@rsbuild/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root as projectRoot } from '../system/run-command.ts'
import type { App } from './find-apps.ts'
import { isolateStyles } from './isolate-styles.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portico-styles-'))
})

afterEach(() => rmSync(root, { recursive: true }))

const manifest: App['manifest'] = { name: 'any', team: 'any team', contractVersion: 1, pages: [] }

interface Styles {
  readonly name: string
  /** Folder of the output; one for each build of the same app. */
  readonly dist?: string
  /** By file name, relative to the app's folder; the first is imported. */
  readonly files: Readonly<Record<string, string>>
  /** All of them by default. */
  readonly imports?: readonly string[]
}

/** The style sheet that is built from an app's styles. */
async function build({
  name,
  dist: output = 'only',
  files,
  imports = Object.keys(files),
}: Styles): Promise<string> {
  const folder = join(root, `remote-${name}`)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const lines = imports.map((file) => `export * as _${file.length} from './${file}'`)
  writeFileSync(join(folder, 'entry.js'), lines.join('\n'))
  const dist = join(root, 'dist', name, output)
  const styles = isolateStyles({ name, manifest: name === 'shell' ? null : manifest })
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

const getClasses = (css: string) => [...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name)
const page =
  '.title { color: red } .list > li { animation: turn 1s } @keyframes turn { to { rotate: 1turn } }'

test('three remotes with the same styles share no class and no keyframes', async () => {
  const built = []
  for (const name of ['one', 'two', 'three']) {
    built.push(await build({ name, files: { 'page.module.css': page } }))
  }
  const names = built.map((css) => [...getClasses(css), css.match(/@keyframes ([\w-]+)/)?.[1]])
  expect(names.map((each) => new Set(each).size)).toEqual([3, 3, 3])
  expect(new Set(names.flat()).size).toBe(9)
})

test('two releases of one remote share no class of a style sheet that differs', async () => {
  const classes = [
    ...getClasses(await build({ name: 'one', dist: 'first', files: { 'page.module.css': page } })),
    ...getClasses(await build({ name: 'one', dist: 'second', files: { 'page.module.css': `${page} ` } })),
  ]
  expect(new Set(classes).size).toBe(4)
})

test('a style sheet without a change has the same bytes in the next release', async () => {
  const files = { 'page.module.css': page }
  const first = await build({ name: 'one', dist: 'first', files })
  expect(await build({ name: 'one', dist: 'second', files })).toBe(first)
})

test('two style sheets with the same rules share no class', async () => {
  const css = await build({ name: 'one', files: { 'a.module.css': page, 'other.module.css': page } })
  expect(new Set(getClasses(css)).size).toBe(4)
})

test('each style sheet is in the cascade layer of its owner', async () => {
  const css = await build({
    name: 'one',
    files: {
      'page.module.css': '.title { color: red }',
      'shared/kit/ui/key.module.css': '.key { color: red }',
    },
  })
  expect(css).toMatch(/@layer remote\s*\{\s*\.one-/)
  expect(css).toMatch(/@layer kit\s*\{\s*\.one-/)
  const shell = await build({
    name: 'shell',
    files: { 'bar.module.css': '.bar { color: red }', 'base.css': 'body { margin: 0 }' },
  })
  expect(shell).toMatch(/@layer shell\s*\{\s*\.shell-[^}]*\}\s*\}/)
  expect(shell.replace(/@layer shell\s*\{[^}]*\}\s*\}/, '')).toMatch(/body\s*\{/)
})

test('every style sheet of a remote is a CSS Module, whatever its name', async () => {
  const css = await build({ name: 'one', files: { 'page.css': '.title { color: red }' } })
  expect(getClasses(css)).toEqual([expect.stringMatching(/^one-/)])
})

const picker = `@import './more.css';
@font-face { font-family: Icons; src: url('./icons.woff2') }
:root, .calendar { --accent: blue }
html.dark { --accent: navy }
* , ::before { box-sizing: border-box }
.day { animation: fade 1s linear infinite; &:focus { color: red } body:has(&) { overflow: hidden } }
.day:hover::after { color: var(--accent) }
@media print { body > .day { color: black } }
@keyframes fade { from { opacity: 0 } }`

/** The style sheet that is built from one of a package, after one of the remote. */
const buildPackage = (css: string, more = '.more { animation-name: fade }') =>
  build({
    name: 'one',
    files: {
      'page.module.css': '.title { color: red }',
      'node_modules/@any/picker/style.css': css,
      'node_modules/@any/picker/more.css': more,
      'node_modules/@any/picker/icons.woff2': 'wOF2',
    },
    imports: ['page.module.css', 'node_modules/@any/picker/style.css'],
  })

const ownElement = /:where\(html\[data-remote="?one"?\] :is\(main \*/

test('a style sheet of a package keeps its class names, in a layer below that of the remote', async () => {
  const css = await buildPackage(picker)
  expect(css).toMatch(/^@layer remote\s*\{\s*\.one-/)
  expect(css.replace(/@layer remote\s*\{[^}]*\}\s*\}/, '')).toMatch(/^(?:@layer kit\.packages\s*\{[^@]*)?@/)
  expect(getClasses(css)).toEqual(expect.arrayContaining(['day', 'calendar', 'more']))
})

test('every rule of a package is limited to what the remote shows', async () => {
  const css = await buildPackage(picker)
  const selectors = [...css.matchAll(/(?<=[{};])([^{};@]+)\{/g)].map(([, selector = '']) => selector)
  const own = selectors.filter((selector) => !/^(?:from|0%)$|\.one-/.test(selector))
  expect(own.length).toBeGreaterThan(8)
  for (const selector of own.filter((each) => !/^&?:focus|^&/.test(each)))
    expect(selector).toMatch(/data-remote|:where\(&\)/)
  expect(css).toMatch(ownElement)
})

test('rules of the root element and of the body apply to the outermost elements that the remote shows', async () => {
  const css = await buildPackage(':root { --accent: blue } html.dark, .day { --accent: navy }')
  expect(css).toMatch(/:root :where\([^{]*main[^{]*\{\s*--accent:\s*blue/)
  expect(css).toMatch(/html\.dark :where\([^{]*main[^{]*\{\s*--accent:\s*navy/)
  expect(css).toMatch(/\.day:where\([^{]*\{\s*--accent:\s*navy/)
})

test('keyframes of a package have a name of the remote, also where another of its style sheets uses them', async () => {
  const css = await buildPackage(picker)
  expect(css).toContain('@keyframes one--any-picker-fade')
  expect(css).toMatch(/animation:[^;}]*one--any-picker-fade/)
  expect(css).toMatch(/\.more[^{]*\{\s*animation-name:\s*one--any-picker-fade/)
  expect(css).toMatch(/animation:[^;}]*\blinear\b/)
})

test.each([
  ['@import url("https://fonts.example/inter.css");'],
  ['@font-face { font-family: "Figtree"; src: local(Arial) }'],
])('a package with "%s", which the site blocks or has, does not build', async (css) => {
  await expect(buildPackage(css)).rejects.toThrow()
})

test.each([['h1 { color: red }'], ['.title, h1 { color: red }'], [':root { --color-bg: red }']])(
  'a remote with the selector in "%s" does not build',
  async (css) => {
    await expect(build({ name: 'one', files: { 'page.module.css': css } })).rejects.toThrow()
  },
)

test.each([
  ['body:has(.title) { color: red }'],
  ['.title { body:has(&) { color: red } }'],
  ['.title :global(.list) { color: red }'],
  ['@font-face { font-family: Serif; src: local(Arial) }'],
  ["@import './list.css';"],
  ['@page { margin: 0 }'],
])('the linter rejects "%s" in a remote', (css) => {
  expect(lint(css)).toContain('reach beyond the remote')
})

const allowed = `.title { &:hover { color: red } > li { color: red } [dir='rtl'] & { color: red } }
.list { &:has(:checked) { color: red } }
[aria-expanded='true'] > .list:not(:empty) a { color: red }
:where(.list > :not(:empty) ~ li) { color: red }
@media print { .title { color: red } }
@container (width < 10rem) { .list { color: red } }`

test('styles within a remote build and pass the linter', async () => {
  const css = await build({ name: 'one', files: { 'page.module.css': allowed } })
  expect(getClasses(css).length).toBeGreaterThan(3)
  expect(lint(allowed)).not.toContain('reach beyond the remote')
})

function lint(css: string): string {
  for (const file of ['biome.json', 'tools/remote-styles.grit']) {
    cpSync(join(projectRoot, file), join(root, file), { recursive: true })
  }
  mkdirSync(join(root, 'remote-one'), { recursive: true })
  writeFileSync(join(root, 'remote-one/page.module.css'), css)
  const { stdout, stderr } = spawnSync('biome', ['lint', '--vcs-enabled=false', 'remote-one'], { cwd: root })
  return `${stdout}${stderr}`
}
