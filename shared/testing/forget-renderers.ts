import { expect, vi } from 'vitest'

/** Clears React's warning about two renderers in one process, which only happens in tests. */
export function forgetRenderers(): void {
  const errors = vi.mocked(console.error).mock.calls.map(([text]) => String(text))
  expect(errors.filter((text) => !text.startsWith('Detected multiple renderers'))).toEqual([])
  vi.mocked(console.error).mockClear()
}
