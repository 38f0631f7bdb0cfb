import { renderPage } from '@portico/kit/testing/host.tsx'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ContactForm } from './contact-form.tsx'

const open = vi.fn<(address: string, target: string) => void>()
beforeEach(() => {
  open.mockClear()
  vi.stubGlobal('open', open)
  renderPage(<ContactForm phone="+12025550143" email="sample@example.com" />)
  return () => vi.unstubAllGlobals()
})

const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('the message opens in WhatsApp, signed with the name', () => {
  write('Message', 'Hello & good day')
  write('Your name (optional)', 'Grace')
  press('Send on WhatsApp')
  expect(open.mock.calls[0]?.[0]).toBe(
    'https://api.whatsapp.com/send?phone=12025550143&text=Hello%20%26%20good%20day%0A%0AGrace',
  )
})

test('the message opens in the email program', () => {
  write('Message', 'One\nTwo?')
  press('Send by email')
  expect(open.mock.calls[0]?.[0]).toBe(
    'mailto:sample@example.com?subject=Message%20from%20your%20site&body=One%0D%0ATwo%3F',
  )
})

test('a message that is too long for an email link is copied', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  const text = 'Привет, '.repeat(100)
  write('Message', text)
  press('Send by email')
  expect(await screen.findByText(/^Your message is too long for an email link\./)).toBeTruthy()
  expect(writeText).toHaveBeenCalledWith(text.trim())
  expect(open.mock.calls[0]?.[0]).toBe('mailto:sample@example.com?subject=Message%20from%20your%20site&body=')
})

test('where copying is blocked, a long message opens as a link all the same', async () => {
  vi.stubGlobal('navigator', {})
  write('Message', 'Привет, '.repeat(100))
  press('Send by email')
  await vi.waitFor(() => expect(open.mock.calls[0]?.[0].length).toBeGreaterThan(2000))
  expect(screen.queryByText(/too long/)).toBeNull()
})

test('a blank message is rejected with an explanation and focused', () => {
  write('Message', '   ')
  press('Send on WhatsApp')
  expect(open).not.toHaveBeenCalled()
  const field = screen.getByRole('textbox', { name: 'Message', description: 'Write a message first.' })
  expect(document.activeElement).toBe(field)
  write('Message', 'Now')
  press('Send by email')
  expect(open).toHaveBeenCalledOnce()
})
