import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Cut, checkVersion, withoutCuts } from './cut.ts'
import { cutPackages, installedCut } from './cuts-plugin.ts'

const cut: Cut = { never: 'nobody asks.', file: 'a.js', texts: [['if (asked) ', 'if (false) ']] }

test('what is found is replaced everywhere, in its own file alone', () => {
  const code = 'if (asked) one()\nif (asked) two()'
  expect(withoutCuts([cut], 'a.js', code)).toBe('if (false) one()\nif (false) two()')
  expect(withoutCuts([cut], 'b.js', code)).toBe(code)
})

test('a text that is gone ends the build, with the reason of the cut', () => {
  expect(() => withoutCuts([cut], 'a.js', 'if (isAsked) one()')).toThrow(
    /a\.js .*"if \(asked\) ".*nobody asks/s,
  )
})

test('another version than the cuts were made for ends the build', () => {
  const made = { version: '1.2.3', cuts: [cut] }
  expect(() => checkVersion('a-library', made, '1.2.3')).not.toThrow()
  expect(() => checkVersion('a-library', made, '1.2.4')).toThrow(/a-library 1\.2\.4 .*made for 1\.2\.3/)
})

describe.each(Object.entries(cutPackages))('%s', (name, made) => {
  const { folder, version } = installedCut(name)
  test('is of the version that its cuts were made for', () => {
    expect(() => checkVersion(name, made, version)).not.toThrow()
  })
  test.each([...new Set(made.cuts.map(({ file }) => file))])(
    '%s is still written as its cuts expect it',
    (file) => {
      const code = readFileSync(join(folder, file), 'utf8')
      expect(() => withoutCuts(made.cuts, file, code)).not.toThrow()
    },
  )
})
