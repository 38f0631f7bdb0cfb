import { preferReducedMotion } from '@portico/kit/testing/prefer-reduced-motion.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderCategory } from '../testing/render-category.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
})

async function openPreview(path: string, row: string) {
  await renderCategory(path, null, `?row=${row}`)
  return within(await screen.findByRole('region', { name: 'Preview' }))
}
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } })

test('the text appears in all forty styles and stays readable for screen readers', async () => {
  const preview = await openPreview('/api/fancy', 'fancy')
  type('text (required)', 'Hey')
  expect(preview.getAllByRole('listitem')).toHaveLength(40)
  expect(preview.getByText('𝐇𝐞𝐲').getAttribute('aria-hidden')).toBe('true')
  expect(preview.getAllByText('Hey').length).toBeGreaterThanOrEqual(40)
})

test('a variant shows only its own style, which can be copied', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  const preview = await openPreview('/api/fancy', 'fancy.1')
  expect(preview.getAllByRole('listitem')).toHaveLength(1)
  fireEvent.click(preview.getByRole('button', { name: 'Copy the text in Bold serif' }))
  await screen.findByText('Copied the text in Bold serif')
  expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/^𝐇/u))
})

test('an image edit is shown next to the original and labelled as a preview', async () => {
  const preview = await openPreview('/api/imageEdit', 'image_brightness')
  expect(preview.getByText(/a preview, not the API’s output/)).toBeTruthy()
  expect(preview.getByRole('img', { name: 'After Brightness' })).toBeTruthy()
  type('brightness (required)', '200')
  expect(preview.getByText('Fix the values to see the result')).toBeTruthy()
})

test('a colour is previewed while typing', async () => {
  const preview = await openPreview('/api/converter', 'color_to_png')
  fireEvent.click(screen.getByLabelText('rgb'))
  type('rgb (required)', '1,2,3')
  expect(preview.getByRole('img', { name: 'The colour rgb(1 2 3 / 1)' })).toBeTruthy()
  type('rgb (required)', 'nonsense')
  expect(preview.getByText('Enter a valid colour to see it here.')).toBeTruthy()
})

test('a text effect is previewed as an illustration', async () => {
  const preview = await openPreview('/api/text_effect_iii', 'text_effect_iii-1')
  expect(preview.getByText(/^Illustration only/)).toBeTruthy()
  expect(preview.getByRole('img', { name: /^Illustration of “.+ .+” in Glitch pair$/ })).toBeTruthy()
  expect(preview.queryByRole('button', { name: 'Play preview' })).toBeNull()
})

test('previews are paused for visitors who prefer reduced motion', async () => {
  preferReducedMotion()
  const preview = await openPreview('/api/attp_i', 'attp_i')
  expect(preview.getByRole('button', { name: 'Play preview' })).toBeTruthy()
})

test('other operations have no preview', async () => {
  await renderCategory('/api/news', null, '?row=esana_news')
  await screen.findByRole('tabpanel')
  expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull()
})
