import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

test('a press does what the button is for', () => {
  const press = vi.fn()
  render(<Button onClick={press}>Send</Button>)
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(press).toHaveBeenCalledOnce()
})

test('a busy button says what is being done and keeps its name and the focus', () => {
  const { rerender } = render(<Button>Send</Button>)
  const button = screen.getByRole('button', { name: 'Send' })
  button.focus()
  expect(screen.getByRole('status').textContent).toBe('')
  rerender(<Button busy="Sending…">Send</Button>)
  expect(screen.getByRole('status').textContent).toBe('Sending…')
  expect(screen.getByRole('button', { name: 'Send' })).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(button)
})

test('a busy button neither acts nor sends its form', () => {
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

test('an idle button of the type submit sends its form', () => {
  const send = vi.fn((event: React.SubmitEvent) => event.preventDefault())
  render(
    <form onSubmit={send}>
      <Button type="submit">Send</Button>
    </form>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(send).toHaveBeenCalledOnce()
})
