import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAtOnce } from '../testing/to-json-value.ts'
import { getLiteral, type JsonValue } from './parse-json.ts'

/** The value as text again, with the numbers as they are in it. */
function serialize(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(serialize).join()}]`
  if (value instanceof Map)
    return `{${[...value].map(([name, member]) => `${JSON.stringify(name)}:${serialize(member)}`).join()}}`
  return typeof value === 'string' ? JSON.stringify(value) : (getLiteral(value) ?? String(value))
}

test.each([
  '174322306148984899',
  '[12345678901234567890,10.00,1e400,-0,1E+2]',
  '{"10":1,"9":2,"b":3,"__proto__":{},"":[]}',
  String.raw`["\\","\"",true,false,null,"12"]`,
])('%s stays as it is, also the order of its names', (text) => {
  expect(serialize(parseAtOnce(text))).toBe(text)
})

test('any JSON is read, with or without white space', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      expect(JSON.parse(serialize(parseAtOnce(JSON.stringify(value, null, indent))))).toEqual(
        JSON.parse(JSON.stringify(value)),
      )
    }),
  )
})

test.each(['', '01', '{1:2}', '[1 2]', '"a', '{"a":1,}'])('%j is a SyntaxError', (text) => {
  expect(() => parseAtOnce(text)).toThrow(SyntaxError)
})

test('lists are as deep, and strings as long, as they are', () => {
  expect(parseAtOnce('['.repeat(100_000) + ']'.repeat(100_000))).toHaveLength(1)
  expect(parseAtOnce(JSON.stringify('"'.repeat(6_000_000)))).toHaveLength(6_000_000)
})
