import { expect, test } from 'vitest'
import { getAge } from './age.ts'

test.each(['2000-01-01', '2000-12-31'])('someone born on %s is 26 throughout 2026', (birthDate) => {
  expect(getAge(birthDate, 2026)).toBe('26')
})
