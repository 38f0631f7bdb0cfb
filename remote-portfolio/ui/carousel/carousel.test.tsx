import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Carousel } from './carousel.tsx'

const slides = ['One', 'Two', 'Three'].map((name) => ({
  key: name,
  name,
  content: <a href={`#${name}`}>Open {name}</a>,
}))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(reducedMotion = false): HTMLElement {
  vi.stubGlobal('matchMedia', () => ({
    matches: reducedMotion,
    addEventListener() {},
    removeEventListener() {},
  }))
  render(<Carousel label="Works" heading={<h2>Works</h2>} slides={slides} />)
  return screen.getByRole('region', { name: 'Works' })
}
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
const current = () => screen.getByRole('group').getAttribute('aria-label')
const button = (name: string) => screen.getByRole('button', { name })
const live = () => screen.getByRole('group').parentElement?.getAttribute('aria-live')

function swipe(fromX: number, toX: number, pointerType: string): void {
  const surface = screen.getByRole('link')
  fireEvent.pointerDown(surface, { pointerId: 1, pointerType, clientX: fromX })
  fireEvent.pointerUp(surface, { pointerId: 1, pointerType, clientX: toX })
}

test('each slide is shown for five seconds, and the first one follows the last', () => {
  show()
  expect(current()).toBe('1 of 3: One')
  wait(4999)
  expect(current()).toBe('1 of 3: One')
  wait(1)
  expect(current()).toBe('2 of 3: Two')
  wait(5000)
  wait(5000)
  expect(current()).toBe('1 of 3: One')
})

test('a hidden slide is inert and hidden from screen readers', () => {
  show()
  const hidden = screen.getByText('Open Two').parentElement
  expect(hidden?.hasAttribute('inert')).toBe(true)
  expect(hidden?.getAttribute('aria-hidden')).toBe('true')
})

test('next and previous change the slide and wrap around', () => {
  show()
  fireEvent.click(button('Previous slide'))
  expect(current()).toBe('3 of 3: Three')
  fireEvent.click(button('Next slide'))
  expect(current()).toBe('1 of 3: One')
})

test('a manual change restarts the interval', () => {
  show()
  wait(4000)
  fireEvent.click(button('Next slide'))
  wait(4000)
  expect(current()).toBe('2 of 3: Two')
  wait(1000)
  expect(current()).toBe('3 of 3: Three')
})

test('hovering pauses the slides', () => {
  const carousel = show()
  fireEvent.pointerEnter(carousel)
  wait(20_000)
  expect(current()).toBe('1 of 3: One')
  fireEvent.pointerLeave(carousel)
  wait(5000)
  expect(current()).toBe('2 of 3: Two')
})

test('focus anywhere in the carousel pauses the slides', () => {
  show()
  act(() => screen.getByRole('link').focus())
  wait(20_000)
  act(() => button('Next slide').focus())
  wait(20_000)
  expect(current()).toBe('1 of 3: One')
  act(() => button('Next slide').blur())
  wait(5000)
  expect(current()).toBe('2 of 3: Two')
})

test('Stop pauses the slides, and Start resumes them immediately', () => {
  show()
  fireEvent.click(button('Stop slideshow'))
  wait(20_000)
  expect(current()).toBe('1 of 3: One')
  fireEvent.click(button('Start slideshow'))
  wait(5000)
  expect(current()).toBe('2 of 3: Two')
})

test('Start rotates the slides even while the button is hovered and focused, until the next pause', () => {
  const carousel = show(true)
  fireEvent.pointerEnter(carousel)
  act(() => button('Start slideshow').focus())
  fireEvent.click(button('Start slideshow'))
  wait(5000)
  expect(current()).toBe('2 of 3: Two')
  act(() => screen.getByRole('link').focus())
  wait(20_000)
  expect(current()).toBe('2 of 3: Two')
})

test('the slides do not rotate for a visitor who prefers reduced motion', () => {
  show(true)
  wait(20_000)
  expect(current()).toBe('1 of 3: One')
  expect(button('Start slideshow')).toBeTruthy()
})

test('a slide is announced only if the visitor changed it', () => {
  const carousel = show()
  expect(live()).toBe('off')
  fireEvent.pointerEnter(carousel)
  expect(live()).toBe('polite')
})

test('a swipe of 40 pixels changes the slide, one of 39 does not', () => {
  show()
  swipe(100, 61, 'touch')
  expect(current()).toBe('1 of 3: One')
  swipe(100, 60, 'touch')
  expect(current()).toBe('2 of 3: Two')
  swipe(60, 100, 'touch')
  expect(current()).toBe('1 of 3: One')
})

test('selecting text with the mouse is not a swipe', () => {
  show()
  swipe(300, 100, 'mouse')
  expect(current()).toBe('1 of 3: One')
})

test('a single slide has no controls', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  render(<Carousel label="Works" heading={<h2>Works</h2>} slides={slides.slice(0, 1)} />)
  expect(screen.queryAllByRole('button')).toEqual([])
  wait(20_000)
  expect(current()).toBe('1 of 1: One')
})
