import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getTableRow, renderCategory } from '../../../testing/render-category.tsx'

const pendingFrames = new Map<number, FrameRequestCallback>()

// The test controls the browser's frames.
beforeEach(() => {
  let last = 0
  const request = (callback: FrameRequestCallback) => {
    last += 1
    pendingFrames.set(last, callback)
    return last
  }
  vi.stubGlobal('requestAnimationFrame', request)
  vi.stubGlobal('cancelAnimationFrame', (id: number) => pendingFrames.delete(id))
})
afterEach(() => {
  vi.unstubAllGlobals()
  pendingFrames.clear()
})

function paintFrame(): void {
  const callbacks = [...pendingFrames.values()]
  pendingFrames.clear()
  act(() => {
    for (const callback of callbacks) callback(0)
  })
}

/** The button that expands the row `name`. */
function getToggle(name: string): HTMLElement {
  const toggle = getTableRow(name).querySelector<HTMLElement>('td a[aria-expanded]')
  if (!toggle) throw new Error(`${name} has nothing to expand`)
  return toggle
}

/** Expands the row `name` and waits until all its variants are rendered. */
function expandRow(name: string): HTMLElement {
  const toggle = getToggle(name)
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(toggle)
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  while (pendingFrames.size > 0) paintFrame()
  return getList(toggle)
}

/** The list that a button controls. */
function getList(toggle: HTMLElement): HTMLElement {
  const panel = document.getElementById(toggle.getAttribute('aria-controls') ?? '')
  const list = panel?.querySelector<HTMLElement>('[role="list"]')
  if (!list) throw new Error(`"${toggle.textContent}" controls no list`)
  expect(list.getAttribute('aria-label')).toBe(toggle.textContent)
  return list
}

// Not by role: that computes the styles of thousands of elements each time.
function getItems(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role="listitem"]')]
}

function getTexts(list: HTMLElement): string[] {
  return getItems(list).map(({ textContent }) => textContent ?? '')
}

test.each([
  ['/api/text_effect_i', 'Metal and gold', 92, 'type 92Carbon fibre extruded letters', '&index=2&type=92&'],
  ['/api/text_effect_iii', 'Greeting card', 2, 'type 2Flower card', '&index=4&type=2&text_1='],
  ['/api/text_effect_iv', 'Written on things', 24, 'type 24Shop window close-up', '&type=24&text='],
  ['/api/text_effect_v', 'Two-line posters', 48, 'type 48Kitchen framed', '&type=48&text_1='],
  ['/api/attp_i', 'Animated text', 110, 'type 110Mono sweep', '?code=attp_i&api=YOUR_API_KEY&type=110&'],
  ['/api/rgb', 'RGB text', 381, 'font 381Zen Tokyo Zoo', '?code=rgb&api=YOUR_API_KEY&font=381&'],
  ['/api/image_frame', 'Ben 10 frame', 13, 'id 13Ben 10 frame 13', '&id=13&b_id=1'],
])(
  'on %s, the row %s expands to %i variants, each with its number, name and request',
  async (path, name, count, start, request) => {
    await renderCategory(path)
    const texts = getTexts(expandRow(name))
    expect(texts).toHaveLength(count)
    expect(texts.at(-1)).toMatch(new RegExp(`^${start}${location.origin}/-/sandbox/`))
    expect(texts.at(-1)).toContain(request)
  },
)

test('the expand link names the variants and their row', async () => {
  await renderCategory('/api/fancy')
  expect(screen.getByRole('link', { name: '40 styles of Fancy text', expanded: false })).toBeTruthy()
})

test('a family of operations lists its members and marks proposed names', async () => {
  await renderCategory('/api/download')
  const [first, second] = getTexts(expandRow('Twitter download'))
  expect(first).toMatch(/^code twitterTwitter download.*\?code=twitter&/)
  expect(first).not.toContain('proposed')
  expect(second).toMatch(/^code twitter_v2.*proposed.*\?code=twitter_v2&/)
})

test('screen readers get the plain text and the style name instead of styled letters', async () => {
  await renderCategory('/api/fancy')
  expandRow('Fancy text')
  expect(screen.getByText('Fancy 123 in Bold serif').closest('[aria-hidden]')).toBeNull()
  expect(screen.getByText('𝐅𝐚𝐧𝐜𝐲 𝟏𝟐𝟑').closest('[aria-hidden="true"]')).not.toBeNull()
})

test('a long list is rendered in batches, one per frame', async () => {
  await renderCategory('/api/attp_i')
  fireEvent.click(getToggle('Animated text'))
  const counts = [0, 1, 2, 3, 4].map(() => {
    const count = document.querySelectorAll('[role="listitem"]').length
    paintFrame()
    return count
  })
  expect(counts).toEqual([24, 48, 72, 96, 110])
  expect(pendingFrames.size).toBe(0)
})

test('collapsed variants are not rendered', async () => {
  await renderCategory('/api/rgb')
  expect(screen.queryByText('Aboreto')).toBeNull()
  fireEvent.click(getToggle('RGB text'))
  expect(screen.getByText('Aboreto')).toBeTruthy()
  fireEvent.click(getToggle('RGB text'))
  expect(screen.queryByText('Aboreto')).toBeNull()
})

test('collapsing a list stops its rendering', async () => {
  await renderCategory('/api/rgb')
  fireEvent.click(getToggle('RGB text'))
  fireEvent.click(getToggle('RGB text'))
  expect(pendingFrames.size).toBe(0)
})

test('expanding a row leaves the others collapsed', async () => {
  await renderCategory('/api/text_effect_ii')
  expandRow('Horror')
  expect(document.querySelectorAll('td > a[aria-expanded="false"]')).toHaveLength(5)
})

test('the button at the end of a long list collapses it and restores the focus', async () => {
  await renderCategory('/api/rgb')
  fireEvent.click(getToggle('RGB text'))
  fireEvent.click(screen.getByText('Close 381 fonts'))
  expect(screen.queryByText('Aboreto')).toBeNull()
  expect(document.activeElement).toBe(getToggle('RGB text'))
})

test('a row without variants has no expand button', async () => {
  await renderCategory('/api/news')
  expect(document.querySelector('td a[aria-expanded]')).toBeNull()
})

test('collapsed variants are printed in a few lines, expanded ones in full', async () => {
  const { container } = await renderCategory('/api/text_effect_iii')
  const printed = () =>
    container.textContent?.includes('5 variants, by type: 1\u00a0Red and cyan shift\u00a0· 2')
  act(() => void dispatchEvent(new Event('beforeprint')))
  expect(printed()).toBe(true)
  fireEvent.click(screen.getByRole('link', { name: '5 variants of Glitch pair' }))
  expect(printed()).toBe(false)
  act(() => void dispatchEvent(new Event('afterprint')))
})
