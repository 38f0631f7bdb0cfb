import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listOwnerFiles } from './owner-files.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'owner-files-'))
})
afterEach(() => {
  rmSync(root, { recursive: true })
})

function write(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
}
const listSamples = (siteFile?: string) =>
  listOwnerFiles(root, siteFile)
    .filter(({ isSample }) => isSample)
    .map(({ name }) => name)

test('a file is sample content while it says so', () => {
  write('site.config.json', '{\n  "sample": true,\n  "name": "Ada"\n}')
  write('content/about.md', '---\nsample: true\n---\n\nHello')
  write('content/timeline.yaml', '# Newest first\nsample: true\nexperience: []\n')
  write('content/projects/b.md', '---\nname: B\nsample: true\n---\n')
  write('content/projects/a.md', '---\r\nsample: true\r\nname: A\r\n---\r\n')
  expect(listSamples()).toEqual([
    'site.config.json',
    'content/about.md',
    'content/timeline.yaml',
    'content/projects/a.md',
    'content/projects/b.md',
  ])
})

test('a file without the mark is the owner’s, whatever its text says', () => {
  write('site.config.json', '{ "name": "Ada", "news": "sample: true" }')
  write('content/about.md', 'sample: true\n\n---\n\nsample: true\n')
  write('content/timeline.yaml', 'sample: false\nexperience: []\n')
  write('content/projects/a.md', '---\nname: A\n---\n\nsample: true\n')
  expect(listSamples()).toEqual([])
  expect(listOwnerFiles(root)).toHaveLength(4)
})

test('only files that exist are listed, and the owner’s values may be in another file', () => {
  write('other/owner.json', '{ "sample": true }')
  expect(listSamples('other/owner.json')).toEqual(['owner.json'])
  expect(listSamples(join(root, 'other/owner.json'))).toEqual(['owner.json'])
  const outside = listOwnerFiles(join(root, 'elsewhere'), join(root, 'other/owner.json'))
  expect(outside).toEqual([{ name: 'owner.json', isSample: true }])
  expect(listOwnerFiles(join(root, 'nowhere'))).toEqual([])
})
