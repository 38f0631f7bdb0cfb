import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Loading } from './loading.tsx'

test('screen readers hear that a page is loading', () => {
  render(<Loading />)
  expect(screen.getByRole('status').textContent).toBe('Loading...')
})
