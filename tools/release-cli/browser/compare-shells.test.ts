import { expect, test } from 'vitest'
import { failed } from '../findings.ts'
import { compareShells } from './compare-shells.ts'

const slow = (ms: number) => failed('blocking', `“Show” blocks for ${ms} ms, at most 200 ms is allowed.`, '')
const error = (shell: string, text = 'x') =>
  failed('browser-console', `/ logs ${text} (/r/shell/${shell}/index.js).`, '')

test.each([
  { what: 'shown by both shells', found: error('2.0.0-a'), live: [error('1.0.0-b')], isOk: true },
  {
    what: 'shown by both with other words',
    found: error('2.0.0-a'),
    live: [error('1.0.0-b', 'y')],
    isOk: false,
  },
  { what: 'measured in both', found: slow(300), live: [slow(210)], again: [slow(250)], isOk: true },
  { what: 'measured twice in the new one', found: slow(300), again: [slow(250)], isOk: false },
  { what: 'measured once', found: slow(300), isOk: true },
])('a problem that is $what: no more than a warning is $isOk', ({ found, live = [], again = [], isOk }) => {
  expect(compareShells([found], { live, again })).toMatchObject([{ isOk, message: found.message }])
})
