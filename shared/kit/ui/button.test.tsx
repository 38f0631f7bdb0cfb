import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

test('a click runs the action', () => {
  const press = vi.fn()
  render(<Button onClick={press}>Send</Button>)
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(press).toHaveBeenCalledOnce()
})

test('a busy button announces what it is doing and keeps its name and the focus', () => {
  const { rerender } = render(<Button busy={null}>Send</Button>)
  const button = screen.getByRole('button', { name: 'Send' })
  button.focus()
  expect(screen.getByRole('status').textContent).toBe('')
  rerender(<Button busy="Sending…">Send</Button>)
  expect(screen.getByRole('status').textContent).toBe('Sending…')
  expect(screen.getByRole('button', { name: 'Send' })).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(button)
})

test('a busy button ignores clicks and does not submit its form', () => {
  const press = vi.fn()
  const send = vi.fn()
  render(
    <form onSubmit={send}>
      <Button type="submit" busy="Sending…" onClick={press}>
        Send
      </Button>
    </form>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(press).not.toHaveBeenCalled()
  expect(send).not.toHaveBeenCalled()
})

test('an idle submit button submits its form', () => {
  const send = vi.fn((event: React.SubmitEvent) => event.preventDefault())
  render(
    <form onSubmit={send}>
      <Button type="submit">Send</Button>
    </form>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(send).toHaveBeenCalledOnce()
})

test('a button without `busy` adds no status for screen readers, and can be a toggle', () => {
  render(
    <Button size="small" aria-pressed onClick={() => {}}>
      Favourite
    </Button>,
  )
  expect(screen.getByRole('button', { name: 'Favourite', pressed: true })).toBeTruthy()
  expect(screen.queryByRole('status')).toBeNull()
})
