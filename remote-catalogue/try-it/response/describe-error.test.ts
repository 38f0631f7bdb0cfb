import { expect, test } from 'vitest'
import { toJsonValue } from '../../testing/to-json-value.ts'
import { describeError } from './describe-error.ts'

const json = (value: unknown) => ({ kind: 'json', value: toJsonValue(value) }) as const

test.each([
  [{ title: 'Invalid', detail: 'The code is unknown.' }, 'The code is unknown.'],
  [{ message: 'Slow down' }, 'Slow down.'],
  [{ error: 'no such key' }, 'no such key.'],
  [{ error: { message: 'No such key!' } }, 'No such key!'],
  [{ detail: 'See fields.', fields: { hue: 'Must be a number.' } }, 'hue: Must be a number.'],
])('the reason in %j is told', (value, sentence) => {
  expect(describeError(400, json(value))).toBe(sentence)
})

test.each([[{ error: true }], [{ message: '' }], [{ detail: 'x'.repeat(1000) }], [null], ['text'], [[]]])(
  'an error without a reason, such as %j, is described by its status',
  (value) => {
    expect(describeError(402, json(value))).toBe('This endpoint needs a paid key.')
    expect(describeError(418, { kind: 'file' })).toMatch(/^The API rejected the request/)
    expect(describeError(503, { kind: 'file' })).toMatch(/^The API failed/)
  },
)
