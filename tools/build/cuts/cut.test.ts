import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Cut, withoutCuts } from './cut.ts'
import { cutsOfPackages } from './cuts-plugin.ts'

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

describe.each(Object.entries(cutsOfPackages))('%s', (name, cuts) => {
  const manifest = findPackageJSON(name, join(import.meta.dirname, '../../../shell/main.tsx'))
  if (manifest === undefined) throw new Error(`${name} is not installed; run npm install.`)
  test.each([...new Set(cuts.map(({ file }) => file))])(
    '%s is still written as its cuts expect it',
    (file) => {
      const code = readFileSync(join(dirname(manifest), file), 'utf8')
      expect(() => withoutCuts(cuts, file, code)).not.toThrow()
    },
  )
})
