import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SearchField } from './search-field.tsx'

test('a search field has its label as its name and as its placeholder', () => {
  render(<SearchField label="Search projects" text="bot" onTextChange={() => {}} />)
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search projects' })
  expect([field.value, field.placeholder]).toEqual(['bot', 'Search projects'])
})

test('each key press is passed on, and Enter does not load a page', () => {
  const onTextChange = vi.fn()
  render(<SearchField label="Search projects" text="" onTextChange={onTextChange} />)
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'b' } })
  expect(onTextChange).toHaveBeenCalledWith('b')
  expect(fireEvent.submit(screen.getByRole('search'))).toBe(false)
})
