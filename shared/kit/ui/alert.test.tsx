import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Alert } from './alert.tsx'

test('a danger alert interrupts screen readers', () => {
  render(<Alert tone="danger">Can’t reach the site.</Alert>)
  expect(screen.getByRole('alert').textContent).toBe('Can’t reach the site.')
})

test('a success message waits until screen readers are idle', () => {
  render(<Alert tone="success">Saved.</Alert>)
  expect(screen.getByRole('status').textContent).toBe('Saved.')
  expect(screen.queryByRole('alert')).toBe(null)
})

test('the live region exists before its message, or screen readers would miss the first one', () => {
  const { rerender } = render(<Alert tone="info">{null}</Alert>)
  const region = screen.getByRole('status')
  expect(region.hasAttribute('class')).toBe(false)
  rerender(<Alert tone="info">Check your inbox.</Alert>)
  expect(screen.getByRole('status')).toBe(region)
  expect(region.textContent).toBe('Check your inbox.')
})
