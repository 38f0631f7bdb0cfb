import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { renderCategory } from '../../testing/render-category.tsx'

beforeEach(() => localStorage.clear())

const getSwitch = () => screen.getByRole('button', { name: 'Compact' })
const getDensity = () => document.documentElement.dataset.catalogueDensity

test('rows are comfortable until the visitor chooses compact ones, which this device remembers', async () => {
  const { unmount } = await renderCategory('/api/news')
  expect([getDensity(), getSwitch().getAttribute('aria-pressed')]).toEqual(['comfortable', 'false'])
  fireEvent.click(getSwitch())
  expect([getDensity(), getSwitch().getAttribute('aria-pressed')]).toEqual(['compact', 'true'])
  unmount()
  await renderCategory('/api/download')
  expect(getDensity()).toBe('compact')
  fireEvent.click(getSwitch())
  expect(getDensity()).toBe('comfortable')
})
