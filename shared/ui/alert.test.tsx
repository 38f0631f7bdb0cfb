import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Alert } from './alert.tsx'

test('what went wrong interrupts', () => {
  render(<Alert tone="danger">The site cannot be reached.</Alert>)
  expect(screen.getByRole('alert').textContent).toBe('The site cannot be reached.')
})

test('what went well waits for its turn', () => {
  render(<Alert tone="success">Saved.</Alert>)
  expect(screen.getByRole('status').textContent).toBe('Saved.')
  expect(screen.queryByRole('alert')).toBe(null)
})

test('its place is there before its words, which screen readers need to notice them', () => {
  const { rerender } = render(<Alert tone="info">{null}</Alert>)
  const place = screen.getByRole('status')
  expect(place.hasAttribute('class')).toBe(false)
  rerender(<Alert tone="info">A mail is on its way.</Alert>)
  expect(screen.getByRole('status')).toBe(place)
  expect(place.textContent).toBe('A mail is on its way.')
})
