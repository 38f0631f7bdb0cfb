import { expect, test, vi } from 'vitest'
import { createSelectedRemote } from '../../testing/selected-remote.ts'
import type { ShownRelease } from './collect-signals.ts'
import { measureMemory } from './page-vitals.ts'

const minuteMs = 60_000

test('memory is that of a release that was on a visible screen for ten minutes', () => {
  let now = 1_000 // whole numbers, whose sums are exact
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  let usedJSHeapSize = 12_000_000
  let visibilityState: DocumentVisibilityState = 'visible'
  const become = (state: DocumentVisibilityState) => {
    visibilityState = state
    window.dispatchEvent(new Event('visibilitychange'))
  }
  const spend = (minutes: number) => {
    now += minutes * minuteMs
  }
  const page = Object.create(window, {
    addEventListener: { value: window.addEventListener.bind(window) },
    document: { value: Object.create(document, { visibilityState: { get: () => visibilityState } }) },
    performance: { value: Object.create(null, { memory: { get: () => ({ usedJSHeapSize }) } }) },
  })
  const show = (name: string): ShownRelease => ({
    release: { remote: createSelectedRemote([{ path: '/' }], { name }), arm: 'canary' },
    since: now,
  })
  const found: string[] = []
  const shown = [show('weather')]
  measureMemory(page, shown, ({ remote }, vital, value) => found.push(`${remote.name} ${vital} ${value}`))
  spend(9)
  shown.push(show('maps'))
  spend(6)
  become('hidden')
  spend(60)
  become('visible')
  spend(3)
  become('hidden')
  expect(found).toEqual([])
  become('visible')
  spend(1)
  usedJSHeapSize = 42_000_000
  become('hidden')
  expect(found).toEqual(['maps memory 42'])
})
