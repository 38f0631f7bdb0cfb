import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { parseAtOnce, toJsonValue } from '../../testing/to-json-value.ts'
import { JsonTree } from './json-tree.tsx'
import { formatBytes, getFileName, readResponse } from './read-response.ts'

const blob = (text: string, type: string) => ({ body: new Blob([text], { type }) })

test.each([
  ['application/json', '{"a":1}', { kind: 'json', value: toJsonValue({ a: 1 }) }],
  ['application/problem+json; charset=utf-8', '[]', { kind: 'json', value: [] }],
  ['application/json', 'not json', { kind: 'text', text: 'not json', isTruncated: false }],
  ['text/html', '<b>', { kind: 'text', text: '<b>', isTruncated: false }],
  ['image/png', '', { kind: 'image' }],
  ['image/gif', '', { kind: 'animated-image' }],
  ['image/webp', '', { kind: 'animated-image' }],
  ['image/svg+xml', '<svg/>', { kind: 'file' }],
  ['application/octet-stream', 'x', { kind: 'file' }],
  ['', 'x', { kind: 'file' }],
])('a response of the type %j is read by its type', async (type, text, content) => {
  expect(await readResponse(blob(text, type))).toEqual(content)
})

test('the first item of a list is expanded as an example', () => {
  render(<JsonTree value={toJsonValue({ found: { items: [{ id: 'a' }, { id: 'b' }] } })} />)
  fireEvent.click(screen.getByRole('button', { name: /^items: / }))
  expect(screen.getByText('"a"')).toBeTruthy()
  expect(screen.queryByText('"b"')).toBeNull()
})

test('a long text is truncated', async () => {
  const content = await readResponse(blob('a'.repeat(30_000), 'text/plain'))
  expect(content).toMatchObject({ kind: 'text', isTruncated: true })
})

test('a file name has the operation and the extension of its type', () => {
  expect(getFileName('apk', blob('', 'application/vnd.android.package-archive'))).toBe('apk.apk')
  expect(getFileName('x', blob('', 'constructor'))).toBe('x.bin')
  expect([999, 12_400, 3_100_000].map(formatBytes)).toEqual(['999 bytes', '12.4 kB', '3.1 MB'])
})

const getToggle = (label: string) => screen.getByText(label).closest('button') ?? document.body

test('values near the root are expanded, collapsed ones are not rendered', () => {
  render(<JsonTree value={toJsonValue({ a: { b: { c: 'deep' } } })} />)
  expect(screen.queryByText('"deep"')).toBeNull()
  const closed = screen.getAllByRole('button', { expanded: false })
  expect(closed.map(({ textContent }) => textContent)).toEqual(['b: {1}'])
  fireEvent.click(closed[0] ?? document.body)
  expect(screen.getByText('"deep"')).toBeTruthy()
})

test('a large response is split into pages of a hundred, and every value is reachable', () => {
  const value = Array.from({ length: 250_000 }, (_, at) => `item ${at}`)
  render(<JsonTree value={value} />)
  expect(screen.getAllByRole('listitem')).toHaveLength(25)
  fireEvent.click(getToggle('240000 … 249999'))
  fireEvent.click(getToggle('249900 … 249999'))
  expect(screen.getByText('"item 249999"')).toBeTruthy()
  expect(document.querySelectorAll('li').length).toBeLessThan(300)
})

test('a long text can be shown in full', () => {
  render(<JsonTree value={toJsonValue({ text: 'x'.repeat(1000) })} />)
  fireEvent.click(screen.getByRole('button', { name: 'Show all 1,002 characters' }))
  expect(screen.getByText(`"${'x'.repeat(1000)}"`)).toBeTruthy()
})

test('markup, null and prototype names are rendered as text', () => {
  render(<JsonTree value={parseAtOnce('{"__proto__": "<img src=x>", "constructor": null}')} />)
  expect(screen.getByText('"<img src=x>"')).toBeTruthy()
  expect(screen.getByText('null')).toBeTruthy()
  expect(document.querySelector('img')).toBeNull()
})

test('numbers are shown as they came', () => {
  render(<JsonTree value={parseAtOnce('[12345678901234567890, 10.00, 1e400, -0]')} />)
  expect(screen.getByRole('list').textContent).toBe(
    '0: 12345678901234567890' + '1: 10.00' + '2: 1e400' + '3: -0',
  )
})
