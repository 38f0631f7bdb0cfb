import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Component } from './showcase.tsx'

beforeEach(() => {
  render(
    <MemoryRouter>
      <Component />
    </MemoryRouter>,
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const type = (value: string) => fireEvent.change(screen.getByLabelText('Your text'), { target: { value } })

test('the text styles change as one types, and stay readable for screen readers', () => {
  expect(screen.getByText('𝓗𝓮𝓵𝓵𝓸').getAttribute('aria-hidden')).toBe('true')
  type('Hey')
  expect(screen.getByText('𝓗𝓮𝔂')).toBeTruthy()
  expect(screen.getByText('Ⓗⓔⓨ')).toBeTruthy()
  expect(screen.getAllByText('Hey')).toHaveLength(screen.getAllByRole('listitem').length)
})

test('a styled text can be copied', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  type('Hey')
  fireEvent.click(screen.getByRole('button', { name: 'Copy the text in Bold script' }))
  await screen.findByText('Copied the text in Bold script')
  expect(writeText).toHaveBeenCalledWith('𝓗𝓮𝔂')
})

test('a link leads to all text styles', () => {
  expect(screen.getByRole('link', { name: 'See all 40 text styles' }).getAttribute('href')).toBe('/api/fancy')
})
