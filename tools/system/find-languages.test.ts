import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findLanguages } from './find-languages.ts'

let bare = ''
const warnings: string[] = []
beforeEach(() => {
  bare = mkdtempSync(join(tmpdir(), 'portico-languages-')) // a machine without a language or a package manager
  vi.stubEnv('PATH', bare)
  vi.spyOn(console, 'log').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation((text: string) => void warnings.push(text))
})
afterEach(() => {
  warnings.length = 0
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(bare, { recursive: true, force: true })
})

function program(name: string, script = 'exit 0'): void {
  writeFileSync(join(bare, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(bare, name), 0o755)
}

test('each missing language is named with what to install', async () => {
  for (const name of ['go', 'java', 'ruby']) program(name)
  await findLanguages()
  expect(warnings).toEqual([
    'The samples in PHP are skipped: no php in PATH. Install php-cli (the name in Debian).',
    'The samples in C# are skipped: no dotnet in PATH. Install the .NET 10 SDK (https://dotnet.microsoft.com/download).',
  ])
})

test('missing languages are installed where apt-get can', async () => {
  for (const name of ['java', 'dotnet']) program(name)
  program('sudo', `shift; "$@"`)
  program(
    'apt-get',
    `echo "$*" >> ${bare}/calls
    case "$*" in
      *install*php-cli*) echo > ${bare}/php;;
      *install*golang-go*) echo > ${bare}/go;;
      *install*ruby*) echo > ${bare}/ruby;;
    esac`,
  )
  await findLanguages()
  expect(warnings).toEqual([])
  expect(readFileSync(join(bare, 'calls'), 'utf8')).not.toMatch(/jdk|dotnet/)
})
