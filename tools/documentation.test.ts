import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { getPlan } from '@portico/protocol/rollout/plans.ts'
import { expect, test } from 'vitest'
import { root } from './system/run-command.ts'

const listFiles = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
// What the owner writes links to pages of the site.
const pages = listFiles('*.md', ':!content/*').map((file) => ({ file, text: read(file) }))

/** The anchors that GitHub gives to the headings of a page. */
function listAnchors(text: string): string[] {
  const headings = text.replaceAll(/^```.*?^```/gms, '').matchAll(/^#+ (.*)$/gm)
  return [...headings].map(([, title = '']) =>
    title
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function isFound(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? from : normalize(join(dirname(from), decodeURIComponent(path)))
  if (!existsSync(join(root, target))) return false
  return anchor === undefined || !target.endsWith('.md') || listAnchors(read(target)).includes(anchor)
}

test('every relative link in the documentation leads to a file, and its anchor to a heading', () => {
  const links = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(([, link = '']) => ({ file, link })),
  )
  expect(links.length).toBeGreaterThan(200)
  expect(links.filter(({ file, link }) => !isFound(file, link))).toEqual([])
})

test('every script that the documentation runs is in package.json', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const named = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/\bnpm run (?:--\S+ )?([a-z][\w:-]*)/g)].map(([, script = '']) => ({ file, script })),
  )
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter(({ script }) => !Object.hasOwn(scripts, script))).toEqual([])
})

test.each(['low', 'mid', 'standard'] as const)('the guide names the steps of the plan %s', (name) => {
  const [, ...steps] = getPlan(name).steps // the testers' step is the same in all of them
  const texts = steps.map(
    ({ share, bakeMinutes, minimumLoads }) =>
      `${share / 100} % (${bakeMinutes} min, ${minimumLoads.toLocaleString('en')} loads)`,
  )
  const guide = read('docs/guides/release-a-remote.md').split('\n')
  expect(guide.find((line) => line.startsWith(`| \`${name}\` |`))).toContain(` | ${texts.join(', ')} |`)
})

test('nothing tells people to run `portico` in a way that may download another package of this name', () => {
  const unsafe = /\bnpx (?:-\S+ )*portico\b/g
  const calls = listFiles(
    '*.md',
    '*.ts',
    '*.yml',
    '*.txt',
    ':!*.test.ts',
    ':!CHANGELOG.md',
    ':!docs/decisions/*',
  ).flatMap((file) => [...read(file).matchAll(unsafe)].map(([call]) => ({ file, call })))
  expect(calls.length).toBeGreaterThan(30)
  expect(calls.filter(({ call }) => call !== 'npx --no-install portico')).toEqual([])
})
