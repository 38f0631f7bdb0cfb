import { expect, test } from 'vitest'
import { getAge } from './age.ts'

test('the age is the current year minus the year of birth', () => {
  expect(getAge('2000-01-01', new Date('2026-06-15T12:00:00'))).toBe(26)
})

test('the age does not wait for the birthday', () => {
  expect(getAge('2000-12-31', new Date('2026-01-01T12:00:00'))).toBe(26)
})
