import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useOnceReady } from './use-once-ready.ts'

const open = vi.fn()
beforeEach(() => open.mockClear())

function Search({ isReady, text }: { readonly isReady: boolean; readonly text: string }) {
  const runOnceReady = useOnceReady(isReady, text)
  return (
    <>
      <input type="search" onKeyDown={() => runOnceReady(() => open(text))} />
      <button type="button">Another control</button>
    </>
  )
}

function pressEnter({ isReady }: { readonly isReady: boolean }) {
  const { rerender } = render(<Search isReady={isReady} text="gold" />)
  const field = screen.getByRole('searchbox')
  act(() => field.focus())
  act(() => void field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  return (now: { readonly isReady: boolean; readonly text: string }) => rerender(<Search {...now} />)
}

test('a key acts at once if there are results', () => {
  pressEnter({ isReady: true })
  expect(open.mock.calls).toEqual([['gold']])
})

test('a key waits for the results, and acts once', () => {
  const show = pressEnter({ isReady: false })
  expect(open).not.toHaveBeenCalled()
  show({ isReady: true, text: 'gold' })
  show({ isReady: false, text: 'gold' })
  show({ isReady: true, text: 'gold' })
  expect(open.mock.calls).toEqual([['gold']])
})

test('a key does nothing once the text has changed', () => {
  const show = pressEnter({ isReady: false })
  show({ isReady: false, text: 'golden' })
  show({ isReady: false, text: 'gold' })
  show({ isReady: true, text: 'gold' })
  expect(open).not.toHaveBeenCalled()
})

test('a key does nothing once the visitor has left the field', () => {
  const show = pressEnter({ isReady: false })
  act(() => screen.getByRole('button').focus())
  show({ isReady: true, text: 'gold' })
  expect(open).not.toHaveBeenCalled()
})
