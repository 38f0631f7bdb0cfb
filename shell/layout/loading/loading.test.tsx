import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Loading } from './loading.tsx'

test('a page on its way is announced', () => {
  render(<Loading />)
  expect(screen.getByRole('status').textContent).toBe('Loading...')
})
