import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CopyButton } from './copy-button.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

function stubClipboard(writeText: (text: string) => Promise<void>): void {
  vi.stubGlobal('navigator', { clipboard: { writeText } })
}

test('the text is copied, the button says so and keeps the focus', async () => {
  const written: string[] = []
  stubClipboard(async (text) => void written.push(text))
  render(<CopyButton text="https://example.com" label="link" />)
  const button = screen.getByRole('button', { name: 'Copy link' })
  button.focus()
  fireEvent.click(button)
  expect(await screen.findByText('Copied')).toBeTruthy()
  expect(written).toEqual(['https://example.com'])
  expect(document.activeElement).toBe(button)
})

test('another text resets the button', async () => {
  stubClipboard(async () => {})
  const { rerender } = render(<CopyButton text="first" label="code" />)
  fireEvent.click(screen.getByRole('button', { name: 'Copy code' }))
  await screen.findByText('Copied')
  rerender(<CopyButton text="second" label="code" />)
  expect(screen.getByRole('status').textContent).toBe('')
})

test('a browser that blocks copying asks the visitor to copy manually', async () => {
  stubClipboard(() => Promise.reject(new DOMException('blocked', 'NotAllowedError')))
  render(<CopyButton text="text" label="link" />)
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByText(/Select the link and copy it yourself/)).toBeTruthy()
})
