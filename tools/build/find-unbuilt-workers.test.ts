import { expect, test } from 'vitest'
import { findUnbuiltWorkers } from './find-unbuilt-workers.ts'

test.each([
  "new Worker(new URL('./sum.worker.ts', import.meta.url))",
  "new Worker(new URL('./sum.worker.ts', import.meta.url), { type: 'module' })",
  'new window.SharedWorker(new URL(`./sum.worker.ts`, import.meta.url))',
  "import { Worker } from './worker.ts'\nnew Worker('Anna')",
  'export class Worker {}\nnew Worker()',
  '// new Worker(file)',
])('the bundler builds %s', (code) => {
  expect(findUnbuiltWorkers('page.tsx', code)).toEqual([])
})

test.each([
  "new Worker('/sum.js')",
  'const file: string = source\n\nnew self.Worker(file)',
  "new SharedWorker(new URL('/sum.js', location.href))",
  'new Worker(new URL(name, import.meta.url))',
  'new Worker(URL.createObjectURL(blob))',
])('a worker that it does not build is named with its line and the remedy: %s', (code) => {
  const [found] = findUnbuiltWorkers('page.tsx', code)
  expect(found).toMatch(/^[13] starts a (?:Shared)?Worker whose file the build doesn't know/)
  expect(found).toContain("Worker(new URL('./name.worker.ts', import.meta.url))")
})

test('a service worker is refused', () => {
  expect(findUnbuiltWorkers('page.ts', "navigator.serviceWorker.register('/sw.js')")).toEqual([
    expect.stringContaining('1 registers a service worker'),
  ])
})
