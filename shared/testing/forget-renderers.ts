import { expect, vi } from 'vitest'

/** Only in a test do the build's renderer and the browser's share a process, of which React warns in development. */
export function forgetRenderers(): void {
  const said = vi.mocked(console.error).mock.calls.map(([text]) => String(text))
  expect(said.filter((text) => !text.startsWith('Detected multiple renderers'))).toEqual([])
  vi.mocked(console.error).mockClear()
}
