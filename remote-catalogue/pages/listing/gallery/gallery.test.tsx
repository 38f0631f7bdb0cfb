import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawingModule } from '../../../preview/lazy-drawing.ts'
import { renderCategory } from '../../../testing/render-category.tsx'
import { galleryModule } from './lazy-gallery.tsx'

beforeEach(async () => {
  localStorage.clear()
  await galleryModule.load()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const findGallery = () => screen.findByRole('region', { name: 'Styles at a glance' })
const getSection = (gallery: HTMLElement, name: RegExp) => within(gallery).getByRole('region', { name })
const countLinks = (element: HTMLElement) => element.querySelectorAll('a[data-entry]').length
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } })

test("the forty text styles are shown in the visitor's own text, each with its link and a copy button", async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  await renderCategory('/api/fancy')
  const gallery = await findGallery()
  type('Your text', 'Hey')
  expect(countLinks(gallery)).toBe(40)
  expect((await within(gallery).findByText('𝐇𝐞𝐲')).getAttribute('aria-hidden')).toBe('true')
  expect(within(gallery).getByText('Bold serif').getAttribute('href')).toBe('/api/fancy?row=fancy.1')
  fireEvent.click(within(gallery).getByRole('button', { name: 'Copy the text in Bold serif' }))
  await screen.findByText('Copied the text in Bold serif')
  expect(writeText).toHaveBeenCalledWith('𝐇𝐞𝐲')
})

test('the code that draws samples is requested once one of them comes near the view', async () => {
  const requested = vi.spyOn(drawingModule, 'load')
  let comeNear = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(notify: IntersectionObserverCallback) {
        const entry = { isIntersecting: true } as IntersectionObserverEntry
        comeNear = () => notify([entry], this as unknown as IntersectionObserver)
      }
      observe() {}
      disconnect() {}
    },
  )
  await renderCategory('/api/text_effect_i')
  const canvas = (await findGallery()).querySelectorAll('canvas')
  expect(requested).not.toHaveBeenCalled()
  const draw = vi.spyOn(HTMLCanvasElement.prototype, 'getContext')
  act(() => comeNear())
  await waitFor(() => expect(draw.mock.contexts).toContain([...canvas].at(-1)))
  requested.mockRestore()
  draw.mockRestore()
})

test('a style opens in the gallery with the text of the visitor, and closes again', async () => {
  await renderCategory('/api/text_effect_i')
  const gallery = await findGallery()
  type('Your text', 'Ada')
  const link = within(gallery).getByText('Electric blue tube')
  fireEvent.click(link)
  const details = await within(gallery).findByRole('region', { name: 'Electric blue tube' })
  expect(within(details).getByLabelText<HTMLInputElement>('text (required)').value).toBe('Ada')
  expect(link.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getAllByRole('region', { name: 'Electric blue tube' })).toHaveLength(1)
  fireEvent.keyDown(details, { key: 'Escape' })
  expect(screen.queryByRole('region', { name: 'Electric blue tube' })).toBeNull()
  expect(document.activeElement).toBe(link)
})

test('a style that is clicked right after typing opens with what was typed', async () => {
  await renderCategory('/api/text_effect_i')
  const gallery = await findGallery()
  act(() => {
    type('Your text', 'Ada') // The samples are drawn with it later.
    fireEvent.click(within(gallery).getByText('Electric blue tube'))
  })
  const details = await within(gallery).findByRole('region', { name: 'Electric blue tube' })
  expect(within(details).getByLabelText<HTMLInputElement>('text (required)').value).toBe('Ada')
})

test('a URL opens its entry in the table, not in the gallery as well', async () => {
  await renderCategory('/api/text_effect_i', null, '?row=text_effect_i-1.1')
  const details = await screen.findByRole('region', { name: 'Electric blue tube' })
  expect((await findGallery()).contains(details)).toBe(false)
  expect(details.closest('table')).not.toBeNull()
})

test('a section shows its first styles, and all of them on request', async () => {
  await renderCategory('/api/text_effect_i')
  const section = getSection(await findGallery(), /^Neon glow/)
  expect(countLinks(section)).toBe(6)
  fireEvent.click(within(section).getByRole('button', { name: 'Show all 36 variants' }))
  expect(countLinks(section)).toBe(36)
  expect(within(section).queryByRole('button')).toBeNull()
  await waitFor(() => expect(section.contains(document.activeElement)).toBe(true))
  expect(document.activeElement).toBe(section.querySelectorAll('a[data-entry]')[6])
})

test.each([
  [
    '/api/text_effect_iii',
    ['First text', 'Second text'],
    ['Glitch pair', 'Mascot crest', 'Neon sign pair', 'Greeting card'],
  ],
  ['/api/attp_i', ['Your text'], ['Animated text']],
  ['/api/image_frame', [], ['Image Frame', 'Ben 10 frame']],
])(
  'the gallery of %s has a field for each text and a section for each kind',
  async (path, fields, headings) => {
    await renderCategory(path)
    const gallery = await findGallery()
    expect([...gallery.querySelectorAll('label')].map(({ textContent }) => textContent)).toEqual(fields)
    const found = within(gallery).getAllByRole('heading', { level: 2 })
    expect(found.map(({ firstChild }) => firstChild?.textContent)).toEqual(headings)
    expect(within(gallery).getByText(/^Illustration only/)).toBeTruthy()
  },
)

test('only the table is shown on request, and that is remembered', async () => {
  const { unmount } = await renderCategory('/api/attp_i')
  await findGallery()
  expect(screen.getByRole('table')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Table only', pressed: false }))
  expect(screen.queryByRole('region', { name: 'Styles at a glance' })).toBeNull()
  expect(screen.getByRole('table')).toBeTruthy()
  unmount()
  await renderCategory('/api/fancy')
  expect(screen.getByRole('button', { name: 'Table only', pressed: true })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Styles at a glance' })).toBeNull()
})

test('a search shows its results instead of the gallery', async () => {
  await renderCategory('/api/fancy', null, '?q=bold')
  await screen.findByText(/results? for “bold”/)
  expect(screen.queryByRole('region', { name: 'Styles at a glance' })).toBeNull()
})

test.each(['/api/download', '/api/rgb', '/api/news'])('%s has no gallery and no switch', async (path) => {
  await renderCategory(path)
  expect(screen.queryByRole('region', { name: 'Styles at a glance' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Table only' })).toBeNull()
})
