import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderCategory } from '../../testing/render-category.tsx'

const sandbox = `${location.origin}/-/sandbox/`
const apkRequest = `${sandbox}?code=apk&api=YOUR_API_KEY&pkg=org.mozilla.firefox`

/** Mocks the clipboard; returns the texts written to it. */
function stubClipboard(writeText: (text: string) => Promise<void>): string[] {
  const written: string[] = []
  const clipboard = {
    writeText: async (text: string) => {
      await writeText(text)
      written.push(text)
    },
  }
  vi.stubGlobal('navigator', { clipboard })
  return written
}

afterEach(() => {
  vi.unstubAllGlobals()
})

const accept = async () => {}
const reject = async () => {
  throw new DOMException('refused', 'NotAllowedError')
}

function clickCopy(name: string): HTMLElement {
  const button = screen.getByLabelText(name)
  button.focus()
  fireEvent.click(button)
  return button
}

test('Copy copies the whole request, announces it and keeps the focus', async () => {
  const written = stubClipboard(accept)
  await renderCategory('/api/download')
  const button = clickCopy('Copy the request for APK by package')
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toBe('Copied the request for APK by package'),
  )
  expect(written).toEqual([apkRequest])
  expect(document.activeElement).toBe(button)
})

test('each variant has its own Copy button', async () => {
  const written = stubClipboard(accept)
  await renderCategory('/api/text_effect_iii')
  fireEvent.click(screen.getByRole('link', { name: '5 variants of Glitch pair' }))
  clickCopy('Copy the request for Scan lines')
  await waitFor(() => expect(written).toHaveLength(1))
  expect(written[0]).toContain('&index=1&type=2&text_1=Hello')
})

test('copying a POST copies URL, content type and body', async () => {
  const written = stubClipboard(accept)
  await renderCategory('/api/education')
  clickCopy('Copy the request for ChatGPT')
  await waitFor(() => expect(written).toHaveLength(1))
  expect(written[0]?.split('\n').slice(0, 5)).toEqual([
    `POST ${sandbox}`,
    'Content-Type: application/json',
    '',
    '{',
    '  "api": "YOUR_API_KEY",',
  ])
})

test('the same request copied twice is announced twice', async () => {
  stubClipboard(accept)
  await renderCategory('/api/download')
  const announcements: string[] = []
  const status = screen.getByRole('status')
  const observer = new MutationObserver(() => announcements.push(status.textContent ?? ''))
  observer.observe(status, { childList: true, characterData: true, subtree: true })
  for (const count of [1, 2]) {
    clickCopy('Copy the request for APK by package')
    await waitFor(() => expect(announcements.filter((text) => text.startsWith('Copied'))).toHaveLength(count))
  }
  observer.disconnect()
})

test.each([
  ['blocks copying', () => stubClipboard(reject)],
  ['has no clipboard', () => vi.stubGlobal('navigator', {})],
])('if the browser %s, the request is selected and the page says so', async (_, prepare) => {
  prepare()
  await renderCategory('/api/download')
  const button = clickCopy('Copy the request for APK by package')
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^Your browser blocked copying/))
  expect(getSelection()?.toString()).toBe(apkRequest)
  expect(document.activeElement).toBe(button)
})
