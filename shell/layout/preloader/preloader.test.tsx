import { act, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Preloader } from './preloader.tsx'

afterEach(() => {
  vi.useRealTimers()
})

function showPreloader() {
  const { container } = render(<Preloader />)
  const preloader = container.firstElementChild
  if (preloader === null) throw new Error('The preloader did not show.')
  return { container, preloader }
}

test('it covers the first paint and is nothing to assistive technology', () => {
  expect(showPreloader().preloader.getAttribute('aria-hidden')).toBe('true')
})

test('it leaves the tree when it has faded', () => {
  const { container, preloader } = showPreloader()
  fireEvent.animationEnd(preloader)
  expect(container.childElementCount).toBe(0)
})

test('it stays while only its drawing has ended', () => {
  const { container, preloader } = showPreloader()
  fireEvent.animationEnd(preloader.firstElementChild ?? preloader)
  expect(container.childElementCount).toBe(1)
})

test('it leaves the tree where no animation runs', () => {
  vi.useFakeTimers()
  const { container } = showPreloader()
  act(() => vi.runAllTimers())
  expect(container.childElementCount).toBe(0)
})
