import { expect, test } from 'vitest'
import { boundInWords, needsOf, optionsOf } from './parameter.ts'

test('an exclusive bound says that its ends are refused', () => {
  expect(boundInWords({ min: -200, max: 200, exclusive: true })).toBe('more than −200 and less than 200')
})

test('an inclusive bound says from where to where', () => {
  expect(boundInWords({ min: -180, max: 180, exclusive: false })).toBe('from −180 to 180')
})

test('a comma stands between two parameters, a bar between alternatives', () => {
  expect(needsOf({ need: 'id,hex|rgb,text' })).toEqual([
    { names: ['id'] },
    { names: ['hex', 'rgb'] },
    { names: ['text'] },
  ])
})

test('an empty list has no parameters', () => {
  expect(needsOf({ need: '' })).toEqual([])
  expect(optionsOf({})).toEqual([])
})
