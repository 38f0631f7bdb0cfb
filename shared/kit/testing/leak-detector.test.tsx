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

/** Returns what is left after a page with this effect has mounted and unmounted. */
function getLeaks(effect: Effect): string[] {
  render(<Page effect={() => undefined} />).unmount() // React keeps one listener per document.
  const before = watch.outstanding()
  render(<Page effect={effect} />).unmount()
  const leaks = watch.outstanding()
  for (const listener of before) leaks.splice(leaks.indexOf(listener), 1)
  return leaks
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
    left: [`change on ${narrow}`, 'resize on window'], // how happy-dom detects a change

    effect: () => matchMedia(narrow).addEventListener('change', nothing),
  },
  { what: 'an interval', left: ['setInterval'], effect: () => void setInterval(nothing, 3_600_000) },
  { what: 'a timeout', left: ['setTimeout'], effect: () => void setTimeout(nothing, 3_600_000) },
  { what: 'a frame', left: ['requestAnimationFrame'], effect: () => void requestAnimationFrame(nothing) },
])('detects $what that is left behind', ({ effect, left }) => {
  expect(getLeaks(() => void effect())).toEqual(left)
})

test('detects a listener that was removed for another phase', () => {
  const leaks = getLeaks(() => {
    window.addEventListener('scroll', nothing, { capture: true })
    return () => window.removeEventListener('scroll', nothing)
  })
  expect(leaks).toEqual(['scroll on window'])
})

test('ignores what is cleaned up', () => {
  const leaks = getLeaks(() => {
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
  expect(leaks).toEqual([])
})

test('ignores a timeout that has fired', async () => {
  await new Promise((resolve) => setTimeout(resolve))
  expect(watch.outstanding()).toEqual([])
})

test('stop restores the window', () => {
  const during = window.setTimeout
  watch.stop()
  expect(window.setTimeout).not.toBe(during)
  window.addEventListener('resize', nothing)
  window.removeEventListener('resize', nothing)
  expect(watch.outstanding()).toEqual([])
})
