import { render } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { detectLeaks, type LeakDetector } from './leak-detector.ts'

let watch: LeakDetector
beforeEach(() => {
  watch = detectLeaks()
})
afterEach(() => watch.stop())

const nothing = () => {}
const narrow = '(max-width: 10px)'

type Effect = () => undefined | (() => void)

function Page({ effect }: { readonly effect: Effect }) {
  useEffect(effect, [effect])
  return null
}

/** What is still held when a page with this effect has come and gone. */
function leftBy(effect: Effect): string[] {
  render(<Page effect={() => undefined} />).unmount() // React keeps one listener for each document.
  const before = watch.outstanding()
  render(<Page effect={effect} />).unmount()
  const left = watch.outstanding()
  for (const one of before) left.splice(left.indexOf(one), 1)
  return left
}

test.each([
  {
    what: 'a listener on the window',
    left: ['resize on window'],
    effect: () => window.addEventListener('resize', nothing),
  },
  {
    what: 'a listener on the document',
    left: ['keydown on document'],
    effect: () => document.addEventListener('keydown', nothing),
  },
  {
    what: 'a listener on a media query',
    left: [`change on ${narrow}`, 'resize on window'], // by which happy-dom hears of a change

    effect: () => matchMedia(narrow).addEventListener('change', nothing),
  },
  { what: 'an interval', left: ['setInterval'], effect: () => void setInterval(nothing, 3_600_000) },
  { what: 'a timeout', left: ['setTimeout'], effect: () => void setTimeout(nothing, 3_600_000) },
  { what: 'a frame', left: ['requestAnimationFrame'], effect: () => void requestAnimationFrame(nothing) },
])('$what that is left behind is told', ({ effect, left }) => {
  expect(leftBy(() => void effect())).toEqual(left)
})

test('a listener that is removed for another phase is left behind', () => {
  const left = leftBy(() => {
    window.addEventListener('scroll', nothing, { capture: true })
    return () => window.removeEventListener('scroll', nothing)
  })
  expect(left).toEqual(['scroll on window'])
})

test('what is taken back is not told', () => {
  const left = leftBy(() => {
    const abort = new AbortController()
    const query = matchMedia(narrow)
    const timers = [setTimeout(nothing, 3_600_000), setInterval(nothing, 3_600_000)]
    const frame = requestAnimationFrame(nothing)
    window.addEventListener('resize', nothing, true)
    document.addEventListener('keydown', nothing, { signal: abort.signal })
    query.addEventListener('change', nothing)
    return () => {
      abort.abort()
      timers.map(clearTimeout)
      clearInterval(timers[1])
      cancelAnimationFrame(frame)
      window.removeEventListener('resize', nothing, { capture: true })
      query.removeEventListener('change', nothing)
    }
  })
  expect(left).toEqual([])
})

test('a timeout that has fired is over', async () => {
  await new Promise((resolve) => setTimeout(resolve))
  expect(watch.outstanding()).toEqual([])
})

test('after the stop the window is as it was', () => {
  const during = window.setTimeout
  watch.stop()
  expect(window.setTimeout).not.toBe(during)
  window.addEventListener('resize', nothing)
  window.removeEventListener('resize', nothing)
  expect(watch.outstanding()).toEqual([])
})
