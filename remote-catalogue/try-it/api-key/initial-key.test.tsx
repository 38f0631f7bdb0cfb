import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderCategory } from '../../testing/render-category.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('in the sandbox a key is filled in that is valid for the row', async () => {
  const asked = vi.fn(async (_url: string) => Response.json({}))
  vi.stubGlobal('fetch', asked)
  await renderCategory('/api/news', null, '?row=esana_latest_news')
  await screen.findByRole('region', { name: 'Try Latest news with full details' })
  expect(screen.getByText('API key: the sandbox’s paid key')).toBeTruthy()
  expect(screen.getByText('Sent to: this site’s sandbox')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(asked).toHaveBeenCalled())
  expect(asked.mock.calls[0]?.[0]).toContain('api=sandbox-paid')
})
