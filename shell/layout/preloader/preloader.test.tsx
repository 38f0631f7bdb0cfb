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

test('the preloader covers the first paint and is hidden from assistive technology', () => {
  expect(showPreloader().preloader.getAttribute('aria-hidden')).toBe('true')
})

test('the preloader unmounts after its fade', () => {
  const { container, preloader } = showPreloader()
  fireEvent.animationEnd(preloader)
  expect(container.childElementCount).toBe(0)
})

test('the preloader stays when only its mark’s animation has ended', () => {
  const { container, preloader } = showPreloader()
  fireEvent.animationEnd(preloader.firstElementChild ?? preloader)
  expect(container.childElementCount).toBe(1)
})

test('the preloader unmounts even if no animation runs', () => {
  vi.useFakeTimers()
  const { container } = showPreloader()
  act(() => vi.runAllTimers())
  expect(container.childElementCount).toBe(0)
})
