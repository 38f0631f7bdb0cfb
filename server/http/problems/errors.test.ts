import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountProblems } from '@portico/kit/account/problem.ts'
import { expect, test } from 'vitest'
import { errors } from './errors.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/errors.md'), 'utf8')

test('docs/errors.md documents every error with its status, and no others', () => {
  const documented = [...page.matchAll(/^\| `([a-z-]+)` \| (\d+) \| .+ \| .+ \|$/gm)].map(
    ([, code, status]) => [code, Number(status)],
  )
  expect(documented).toEqual(Object.entries(errors).map(([code, { status }]) => [code, status]))
})

test('every code that the account screens handle is in the catalogue', () => {
  expect(Object.keys(errors)).toEqual(expect.arrayContaining(Object.values(accountProblems)))
})
