import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { parseAtOnce, toJsonValue } from '../../testing/to-json-value.ts'
import { identifyBody } from '../identify-body.ts'
import { JsonTree } from './json-tree.tsx'
import { JsonView } from './json-view.tsx'
import { formatBytes, getFileName, readResponse } from './read-response.ts'

const blob = (text: string, type: string) => ({ body: new Blob([text], { type }) })

test.each([
  ['application/json', '{"a":1}', { kind: 'json', value: toJsonValue({ a: 1 }) }],
  ['application/problem+json; charset=utf-8', '[]', { kind: 'json', value: [] }],
  ['application/json', 'not json', { kind: 'text', text: 'not json', isTruncated: false }],
  ['text/html', '<b>', { kind: 'text', text: '<b>', isTruncated: false }],
  ['application/xml', '<a/>', { kind: 'text', text: '<a/>', isTruncated: false }],
  ['application/atom+xml', '<a/>', { kind: 'text', text: '<a/>', isTruncated: false }],
  ['application/yaml', 'a: 1', { kind: 'text', text: 'a: 1', isTruncated: false }],
  ['application/x-ndjson', '{}\n{}', { kind: 'text', text: '{}\n{}', isTruncated: false }],
  ['application/javascript', '[1]', { kind: 'json', value: parseAtOnce('[1]') }],
  ['application/vnd.example', 'x', { kind: 'file' }],
  ['image/png', 'x', { kind: 'image' }],
  ['image/gif', 'x', { kind: 'animated-image' }],
  ['image/webp', 'x', { kind: 'animated-image' }],
  ['image/svg+xml', '<svg/>', { kind: 'file' }],
  ['text/html', ' {"a":1}', { kind: 'json', value: toJsonValue({ a: 1 }) }],
  ['image/png', '', { kind: 'nothing' }],
])('a response of the type %j is read by its type', async (type, text, content) => {
  expect(await readResponse(blob(text, type))).toEqual(content)
})

test.each([
  ['image/jpg', '\xff\xd8\xff\xe0', 'image', 'x.jpg'],
  ['application/octet-stream', '\x89PNG\r\n\x1a\n', 'image', 'x.png'],
  ['', 'GIF89a', 'animated-image', 'x.gif'],
  ['text/plain', 'RIFF\x01\x02\x03\x04WEBPVP8 ', 'animated-image', 'x.webp'],
  ['image/png', '\0\0\0\x1cftypavif', 'image', 'x.avif'],
  ['binary/octet-stream', '\0\0\0\x1cftypisom', 'video', 'x.mp4'],
  ['application/octet-stream', 'ID3\x04', 'audio', 'x.mp3'],
  ['application/vnd.android.package-archive', 'PK\x03\x04', 'file', 'x.apk'],
  ['image/apng', '\x89PNG\r\n\x1a\n', 'animated-image', 'x.png'],
  ['application/octet-stream', '{"a": 1}', 'json', 'x.json'],
  ['', 'Hello', 'text', 'x.txt'],
  ['', 'a\0b', 'file', 'x.bin'],
])('a body declared as %j that starts with %j is %s, saved as %s', async (type, start, kind, fileName) => {
  const body = await identifyBody(new Blob([Uint8Array.from(start, (byte) => byte.charCodeAt(0))], { type }))
  const content = await readResponse({ body })
  expect([content.kind, getFileName('x', body.type, content)]).toEqual([kind, fileName])
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
  expect(getFileName('apk', 'application/vnd.android.package-archive', { kind: 'file' })).toBe('apk.apk')
  expect(getFileName('x', 'constructor', { kind: 'file' })).toBe('x.bin')
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
  fireEvent.click(screen.getByRole('button', { name: 'Show all 1,000 characters' }))
  expect(screen.getByText(`"${'x'.repeat(1000)}"`)).toBeTruthy()
})

test('a very long text is shown in parts', () => {
  render(<JsonTree value={toJsonValue({ ['n'.repeat(1000)]: 'x'.repeat(12_000_000) })} />)
  fireEvent.click(screen.getByRole('button', { name: 'Show 20,000 more of 12,000,000 characters' }))
  expect(screen.getByText(`"${'x'.repeat(20_300)}"…`)).toBeTruthy()
  expect(screen.getByText(`${'n'.repeat(300)}…:`)).toBeTruthy()
})

test('names and values end the direction that they begin', () => {
  const value = { '\u202ename': '\u202evalue' }
  render(<JsonTree value={toJsonValue(value)} />)
  render(<JsonView value={toJsonValue([value])} renderAfter={() => null} />)
  const texts = [screen.getByText('\u202ename:'), ...screen.getAllByText(/\u202evalue/)]
  expect(texts.map(({ tagName }) => tagName)).toEqual(['BDI', 'BDI', 'BDI'])
})

test('no emoji is cut in half', async () => {
  const text = `a${'🙂'.repeat(12_000)}`
  expect(await readResponse(blob(text, 'text/plain'))).toMatchObject({ text: text.slice(0, 19_999) })
  render(<JsonTree value={toJsonValue({ text })} />)
  expect(screen.getByText(`"${text.slice(0, 299)}"…`)).toBeTruthy()
  render(<JsonView value={toJsonValue([{ text }])} renderAfter={() => null} />)
  expect(screen.getByRole('cell', { name: `${text.slice(0, 299)}…` })).toBeTruthy()
})

test('of nested lists only the first levels are expanded', () => {
  render(<JsonTree value={parseAtOnce('['.repeat(3000) + ']'.repeat(3000))} />)
  expect(screen.getAllByRole('button', { expanded: true })).toHaveLength(2)
})

test('a table of long values, many properties or deep results is bounded', () => {
  const renderAfter = () => null
  const long = { link: `https://a.example/${'x'.repeat(3000)}`, text: 'x'.repeat(12_000_000) }
  const { rerender } = render(<JsonView value={toJsonValue(long)} renderAfter={renderAfter} />)
  expect(screen.getByText(`${'x'.repeat(300)}…`)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`p${at}`, at]))
  rerender(<JsonView key="many" value={toJsonValue(many)} renderAfter={renderAfter} />)
  expect(screen.getAllByRole('row')).toHaveLength(50)
  expect(screen.getByText(/^The first 50 of 1,000 rows/)).toBeTruthy()
  const deep = parseAtOnce(`${'{"data":'.repeat(100_000)}1${'}'.repeat(100_000)}`)
  rerender(<JsonView key="deep" value={deep} renderAfter={renderAfter} />)
  expect(screen.getAllByRole('button', { expanded: true })).toHaveLength(2)
})

test('JSON that is too large is shown as the beginning of a text, which can be saved', async () => {
  const content = await readResponse(blob(`[${'1,'.repeat(13_000_000)}1]`, 'application/json'))
  expect(content).toMatchObject({ kind: 'text', isTruncated: true })
  expect(getFileName('x', 'application/json', content)).toBe('x.json')
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
