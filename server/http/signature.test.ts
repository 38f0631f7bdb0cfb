import { expect, test } from 'vitest'
import { sign, verify } from './signature.ts'

const purpose = 'test'
const [current, before] = ['n'.repeat(32), 'o'.repeat(32)] as const

test('a signature is valid for its purpose and content only', () => {
  const text = sign('ada', { secrets: [current], purpose })
  expect(verify(text, { secrets: [current], purpose })).toBe('ada')
  expect(verify(text, { secrets: [current], purpose: 'another' })).toBe(null)
  expect(verify(text.replace('ada', 'eve'), { secrets: [current], purpose })).toBe(null)
})

test('while a secret is replaced, what the one before has signed stays valid', () => {
  const signed = sign('ada', { secrets: [before], purpose })
  expect(verify(signed, { secrets: [current, before], purpose })).toBe('ada')
  expect(verify(signed, { secrets: [current], purpose })).toBe(null)
  const signedAgain = sign('ada', { secrets: [current, before], purpose })
  expect(verify(signedAgain, { secrets: [current], purpose })).toBe('ada')
})
