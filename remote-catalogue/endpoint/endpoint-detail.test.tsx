import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderCategory } from '../testing/render-category.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Opens a row by its URL. */
async function openDetail(path: string, row: string, name: string) {
  await renderCategory(path, 'https://api.example/v1', `?row=${row}`)
  return within(await screen.findByRole('region', { name }))
}
const getField = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const getSample = () => screen.getByRole('tabpanel').textContent ?? ''
const type = (name: string, value: string) => fireEvent.change(getField(name), { target: { value } })

test('the form starts with the example, and samples follow its values', async () => {
  await openDetail('/api/download', 'git_clone', 'Git repository archive')
  expect(getField('repo (required)').value).toBe('Hello-World')
  expect(getSample()).toMatch(/^curl .*repo=Hello-World/s)
  type('repo (required)', 'a b&c')
  expect(getSample()).toContain("'repo=a b&c'")
})

test('the details start with the request, repeat no example that is filled in, and close what is only read', async () => {
  const detail = await openDetail('/api/download', 'git_clone', 'Git repository archive')
  expect(detail.getAllByRole('heading')[0]?.textContent).toBe('Try it')
  const field = getField('repo (required)')
  expect(field.value).toBe('Hello-World')
  expect(detail.queryByText(/for example/i)).toBeNull()
  const about = detail.getByText('About this endpoint').closest('details')
  expect(about?.open).toBe(false)
  expect(about && field.compareDocumentPosition(about)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('an exclusive bound is explained and enforced', async () => {
  await openDetail('/api/imageEdit', 'image_brightness', 'Brightness')
  const brightness = 'brightness (required)'
  expect(screen.getByText(/^more than −200 and less than 200/, { selector: 'p' })).toBeTruthy()
  type(brightness, '200')
  expect(screen.getByText('Must be more than −200 and less than 200.')).toBeTruthy()
  expect(getField(brightness).getAttribute('aria-invalid')).toBe('true')
  expect(getSample()).toBe('Fix the values, or tick “Send anyway”, to get the sample.')
  type(brightness, '199.5')
  expect(getSample()).toContain('brightness=199.5')
})

test('invalid values can be sent anyway', async () => {
  await openDetail('/api/imageEdit', 'image_brightness', 'Brightness')
  type('brightness (required)', '400')
  fireEvent.click(screen.getByLabelText('Send anyway'))
  expect(getSample()).toContain('brightness=400')
})

test('a slider stops short of an exclusive bound', async () => {
  await openDetail('/api/imageEdit', 'image_brightness', 'Brightness')
  const slider = getField('brightness slider')
  expect([slider.min, slider.max, slider.step]).toEqual(['-199', '199', '1'])
  fireEvent.change(slider, { target: { value: '-199' } })
  expect(getField('brightness (required)').value).toBe('-199')
})

test('a narrow range has a step of a tenth', async () => {
  await openDetail('/api/imageEdit', 'image_rescale', 'Rescale')
  const { min, max, step } = getField('scale slider')
  expect([min, max, step]).toEqual(['0.1', '4.9', '0.1'])
})

test('exactly one of the four colour parameters is sent', async () => {
  await openDetail('/api/converter', 'color_to_png', 'Colour to PNG')
  const alternatives = within(screen.getByRole('group', { name: 'Exactly one of' }))
  expect(alternatives.getAllByRole('radio')).toHaveLength(4)
  fireEvent.click(alternatives.getByLabelText('hex'))
  expect(getSample()).toContain("'hex=#1e90ff'")
  expect(getSample()).not.toMatch(/'(?:color|rgb|rgba)=/)
  type('hex (required)', '')
  expect(screen.getByText(/^Fill in exactly one of color, hex, rgb, rgba\.$/)).toBeTruthy()
})

test('undocumented operations accept extra parameters', async () => {
  await openDetail('/api/information', 'proxy_list', 'Proxy list')
  expect(screen.getByText('Undocumented parameters')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Add a parameter' }))
  type('Name 1', 'limit')
  type('Value 1', '5')
  expect(getSample()).toContain('limit=5')
  type('Name 1', 'api')
  expect(screen.getByText('“api” is already part of the request.')).toBeTruthy()
})

test("a variant's parameter is fixed", async () => {
  await openDetail('/api/rgb', 'rgb.17', 'Arima Madurai')
  expect(screen.queryByLabelText('font (required)')).toBeNull()
  expect(getSample()).toContain('font=17')
})

test('variants are selected by name', async () => {
  await openDetail('/api/fancy', 'fancy', 'Fancy text')
  const select = screen.getByLabelText<HTMLSelectElement>('font (required)')
  expect(select.options).toHaveLength(40)
  fireEvent.change(select, { target: { value: '2' } })
  expect(getSample()).toContain('font=2')
})

test('the sample of the POST is a POST', async () => {
  await openDetail('/api/education', 'chatGPT', 'ChatGPT')
  expect(getSample()).toContain('"text": "Explain photosynthesis in two sentences."')
})

test('language tabs work with arrow keys, and the choice is remembered', async () => {
  await openDetail('/api/news', 'esana_news', 'News article')
  const tabs = screen.getAllByRole('tab')
  expect(tabs.map(({ textContent }) => textContent).slice(0, 4)).toEqual([
    'curl',
    'curl (cmd)',
    'PowerShell',
    'JavaScript',
  ])
  fireEvent.keyDown(tabs[0] ?? document.body, { key: 'ArrowRight' })
  expect(document.activeElement?.textContent).toBe('curl (cmd)')
  expect(getSample()).toContain('%API_KEY%')
  expect(screen.getByText(/^For the Windows command prompt\./)).toBeTruthy()
  expect(localStorage.getItem('portico.catalogue.sample')).toBe('curl-cmd')
})

test('copying a sample announces it and keeps the focus', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  await openDetail('/api/news', 'esana_news', 'News article')
  const copy = screen.getByRole('button', { name: 'Copy the curl sample for News article' })
  copy.focus()
  fireEvent.click(copy)
  await screen.findByText('Copied the curl sample for News article')
  expect(document.activeElement).toBe(copy)
  expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/^curl /))
})

test('operations that take the response are linked', async () => {
  const detail = await openDetail('/api/search', 'ytsearch', 'YouTube search')
  expect((await detail.findByRole('link')).getAttribute('href')).toBe('/api/download?row=ytdl')
})

test('markup in a value is rendered as text', async () => {
  await openDetail('/api/news', 'esana_news', 'News article')
  type('news_id (required)', '<img src=x onerror=alert(1)>')
  expect(document.querySelector('img')).toBeNull()
})
