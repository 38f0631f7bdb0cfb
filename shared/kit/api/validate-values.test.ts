import { describe, expect, test } from 'vitest'
import { describeRange } from './describe-range.ts'
import type { Parameter } from './parameter.ts'
import { parseNumber, validateValues } from './validate-values.ts'

const text: Parameter = { name: 'text', required: true }
const brightness: Parameter = {
  name: 'brightness',
  required: true,
  bound: { min: -200, max: 200, exclusive: true },
}
const hue: Parameter = { name: 'hue', required: true, bound: { min: -180, max: 180, exclusive: false } }
const scale: Parameter = { name: 'scale', required: true, bound: { min: 0, max: 5, exclusive: true } }
const type: Parameter = { name: 'type', required: true, whole: { min: 1, max: 36 } }
const b_id: Parameter = { name: 'b_id', required: true, whole: { min: 1 } }
const fullPage: Parameter = { name: 'fullPage', required: false, choices: ['true', 'false'] }
const colours: Parameter[] = ['color', 'hex', 'rgb', 'rgba'].map((name, _index, oneOf) => ({
  name,
  required: true,
  oneOf,
}))

const reasonOf = (parameter: Parameter, value: string) =>
  validateValues([parameter], { [parameter.name]: value })[0]?.reason ?? null

describe('a bound', () => {
  test.each(['-199.999', '199.999', '0', '-0', '+5', '.5', '5.', ' 40 '])('accepts %j', (value) => {
    expect(reasonOf(brightness, value)).toBeNull()
  })

  test.each(['-200', '200', '200.0', '-200.00001', '1000'])('rejects %j', (value) => {
    expect(reasonOf(brightness, value)).toBe('Must be more than −200 and less than 200.')
  })

  test.each(['bright', '1e2', '0x10', '1,5', '−5', '--5', '1.2.3', ' ', 'NaN', 'Infinity', '٥'])(
    'rejects %j as not a number',
    (value) => {
      expect(reasonOf(brightness, value)).toBe('Must be a number, more than −200 and less than 200.')
    },
  )

  test('that is inclusive accepts its ends', () => {
    expect([reasonOf(hue, '-180'), reasonOf(hue, '180')]).toEqual([null, null])
    expect(reasonOf(hue, '180.01')).toBe('Must be from −180 to 180.')
  })

  test('of scale accepts 0.1, but neither 0 nor 5', () => {
    expect(reasonOf(scale, '0.1')).toBeNull()
    expect([reasonOf(scale, '0'), reasonOf(scale, '5')]).toEqual([
      'Must be more than 0 and less than 5.',
      'Must be more than 0 and less than 5.',
    ])
  })
})

test('a numbered variant is a whole number in its range', () => {
  expect([reasonOf(type, '1'), reasonOf(type, '36')]).toEqual([null, null])
  for (const value of ['0', '37', '1.5', '1.0', '-1', 'one'])
    expect(reasonOf(type, value)).toBe('Must be a whole number from 1 to 36.')
})

test('a number without a bound can be any number, but no word', () => {
  const gamma: Parameter = { name: 'gamma', required: true, number: true }
  for (const value of ['1.4', '-3', ' 1000 ']) expect(reasonOf(gamma, value)).toBeNull()
  expect(reasonOf(gamma, 'much')).toBe('Must be a number.')
})

test('a whole number without a maximum can be large', () => {
  expect(reasonOf(b_id, '987654321')).toBeNull()
  expect(reasonOf(b_id, '0')).toBe('Must be a whole number from 1.')
})

test('a choice is case-sensitive', () => {
  expect(reasonOf(fullPage, 'false')).toBeNull()
  expect(reasonOf(fullPage, 'False')).toBe('Must be true or false.')
  expect(describeRange({ ...fullPage, choices: ['a', 'b', 'c'] })).toBe('a, b or c')
})

test('required values must be present, optional ones need not', () => {
  expect(validateValues([text, fullPage], {})).toEqual([{ names: ['text'], reason: 'This is required.' }])
  expect(validateValues([{ ...text, mayBeEmpty: true }], { text: '' })).toEqual([])
})

test('exactly one alternative is required', () => {
  const names = ['color', 'hex', 'rgb', 'rgba']
  expect(validateValues(colours, { hex: '#fff' })).toEqual([])
  expect(validateValues(colours, {})).toEqual([
    { names, reason: 'Fill in exactly one of color, hex, rgb, rgba.' },
  ])
  expect(validateValues(colours, { color: 'red', rgba: '1,2,3,1' })).toEqual([
    { names, reason: 'Fill in exactly one of color, hex, rgb, rgba; 2 of them are filled in.' },
  ])
})

test('inherited properties are not values', () => {
  expect(validateValues([{ name: 'constructor', required: true }], {})).toHaveLength(1)
  expect(validateValues([{ name: '__proto__', required: true }], {})).toHaveLength(1)
})

test('text can contain anything', () => {
  for (const value of ['"', "'", '\\', '\n', '$(reboot)', '`id`', '%00', '</script>', '\u0000', '👩‍👩‍👧'])
    expect(reasonOf(text, value)).toBeNull()
})

test('parseNumber is stricter than JavaScript', () => {
  expect(['12', '-1.50', ' 7 ', '', '1e3', '0b1'].map(parseNumber)).toEqual([12, -1.5, 7, null, null, null])
})
