import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { MessageForm } from './message-form.tsx'

beforeEach(() => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  render(<MessageForm phone="+12025550143" />)
})

const field = () => screen.getByRole('textbox', { name: 'Message me on WhatsApp' })
const refusal = () => screen.queryByText('Write a message first.')

function send(text: string) {
  fireEvent.input(field(), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
}

test('a message opens a WhatsApp chat with the owner in a new tab, with the text prefilled', () => {
  send('  Hello & good day, 50 % off? #1 +1 é 😀 ')
  expect(window.open).toHaveBeenCalledExactlyOnceWith(
    'https://api.whatsapp.com/send?phone=12025550143&text=Hello%20%26%20good%20day%2C%2050%20%25%20off%3F%20%231%20%2B1%20%C3%A9%20%F0%9F%98%80',
    '_blank',
    'noopener',
  )
  expect(refusal()).toBeNull()
})

test('a message that ends in half an emoji can still be sent', () => {
  send('so glad \ud83d')
  expect(window.open).toHaveBeenCalledExactlyOnceWith(
    'https://api.whatsapp.com/send?phone=12025550143&text=so%20glad%20%EF%BF%BD',
    '_blank',
    'noopener',
  )
})

test.each(['\u2028', '\u2029', '\u0085'])(
  'a pasted line break (%j) becomes a space, and the cursor stays',
  (lineBreak) => {
    const input = screen.getByRole<HTMLInputElement>('textbox')
    input.value = `Hello${lineBreak}there`
    input.setSelectionRange(6, 6)
    fireEvent.input(input)
    expect([input.value, input.selectionStart]).toEqual(['Hello there', 6])
    expect(input.checkValidity()).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(window.open).toHaveBeenCalledExactlyOnceWith(
      'https://api.whatsapp.com/send?phone=12025550143&text=Hello%20there',
      '_blank',
      'noopener',
    )
  },
)

test('a line break is valid before the script has loaded', () => {
  const input = screen.getByRole<HTMLInputElement>('textbox')
  input.value = 'Hello\u2028there'
  expect(input.checkValidity()).toBe(true)
})

test.each(['', '   ', '\t\u00a0', '\u2028', '\u0085'])(
  'a message of %j shows an error at the field, which gets the focus',
  (text) => {
    send(text)
    expect(window.open).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(field())
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(field().getAttribute('aria-describedby') ?? '')).toBe(refusal())
  },
)

test('the error disappears on the next input', () => {
  send('')
  expect(refusal()).not.toBeNull()
  fireEvent.input(field(), { target: { value: 'H' } })
  expect(refusal()).toBeNull()
  expect(field().getAttribute('aria-invalid')).toBe('false')
})
