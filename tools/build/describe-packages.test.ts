import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getAddCommand } from './describe-packages.ts'
import { getReleaseHash } from './get-release-hash.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portico-packages-'))
  write('package.json', JSON.stringify({ version: '1.0.0', dependencies: { picker: '1.0.0' } }))
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (file: string, text: string) => writeFileSync(join(root, file), text)
const hash = () => getReleaseHash(root, '.', { isRepository: false })

const formats = [
  {
    file: 'package-lock.json',
    lock: (version: string) =>
      JSON.stringify({
        lockfileVersion: 3,
        packages: { 'node_modules/picker': { version, integrity: `sha512-${version}` } },
      }),
    add: ['npm', 'install', '--save-exact', '--no-audit', '--no-fund'],
  },
  {
    file: 'pnpm-lock.yaml',
    lock: (version: string) =>
      `lockfileVersion: '9.0'\npackages:\n  picker@${version}:\n    resolution: {}\n`,
    add: ['pnpm', 'add', '--save-exact'],
  },
  {
    file: 'yarn.lock',
    lock: (version: string) => `# yarn lockfile v1\n\npicker@1.0.0:\n  version "${version}"\n`,
    add: ['yarn', 'add', '--exact'],
  },
  {
    file: 'yarn.lock',
    lock: (version: string) => `__metadata:\n  version: 8\n\n"picker@npm:1.0.0":\n  version: ${version}\n`,
    add: ['yarn', 'add', '--exact'],
  },
  {
    file: 'bun.lock',
    lock: (version: string) => `{ "lockfileVersion": 1, "packages": { "picker": ["picker@${version}"], }, }`,
    add: ['bun', 'add', '--exact'],
  },
]

describe.each(formats)('$file', ({ file, lock, add }) => {
  test('the hash of a release follows the versions in it', () => {
    write(file, lock('1.0.0'))
    const first = hash()
    write(file, lock('1.0.1'))
    expect(hash()).not.toBe(first)
    write(file, lock('1.0.0'))
    expect(hash()).toBe(first)
  })

  test('its package manager upgrades the kit', () => {
    write(file, lock('1.0.0'))
    expect(getAddCommand(root)).toEqual(add)
  })
})

test('without a lock file, the error names those of every package manager', () => {
  expect(hash).toThrow(
    /There is no lock file in .*package-lock\.json, pnpm-lock\.yaml, yarn\.lock, bun\.lock/,
  )
})

test('two lock files are an error, because they may disagree', () => {
  for (const { file, lock } of formats.slice(0, 2)) write(file, lock('1.0.0'))
  expect(hash).toThrow('has two lock files, package-lock.json and pnpm-lock.yaml. Delete the one')
})
