import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Notice } from './notice.tsx'

test('what went wrong interrupts', () => {
  render(<Notice tone="danger">The site cannot be reached.</Notice>)
  expect(screen.getByRole('alert').textContent).toBe('The site cannot be reached.')
})

test('what went well waits for its turn', () => {
  render(<Notice tone="success">Saved.</Notice>)
  expect(screen.getByRole('status').textContent).toBe('Saved.')
  expect(screen.queryByRole('alert')).toBe(null)
})

test('its place is there before its words, which screen readers need to notice them', () => {
  const { rerender } = render(<Notice tone="info">{null}</Notice>)
  const place = screen.getByRole('status')
  expect(place.hasAttribute('class')).toBe(false)
  rerender(<Notice tone="info">A mail is on its way.</Notice>)
  expect(screen.getByRole('status')).toBe(place)
  expect(place.textContent).toBe('A mail is on its way.')
})
