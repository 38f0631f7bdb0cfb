import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bundleHostPlugin } from './bundle-host-plugin.ts'

const maxBytes = 4_000 // of Brotli, in a host's build

test('the host plugin is small, has no dependency, and leaves its imports to the host’s build', async () => {
  const code = await bundleHostPlugin()
  expect(code).toMatch(/import\(\s*\/\* webpackIgnore: true \*\/\s*\/\* @vite-ignore \*\/\s*entry\s*\)/)
  const minified = await bundleHostPlugin({ minify: true })
  expect(brotliCompressSync(minified).byteLength).toBeLessThan(maxBytes)
})
