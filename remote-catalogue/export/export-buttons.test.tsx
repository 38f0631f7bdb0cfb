import { HostContext } from '@portico/kit/contract/contract.ts'
import { patience } from '@portico/kit/testing/patience.ts'
import { hydrateInBrowser, renderAsBuild } from '@portico/kit/testing/prerender.tsx'
import { useLayoutEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createCatalogueHost } from '../testing/render-category.tsx'
import { readCatalogue } from '../validation/read-catalogue.ts'
import { ExportButtons } from './export-buttons.tsx'
import { toOpenApi } from './openapi.ts'

const categories = await readCatalogue()

afterEach(() => vi.unstubAllGlobals())

/** Presses the first button while the page is still as the build rendered it. */
function EarlyClick() {
  useLayoutEffect(() => document.querySelector('button')?.click(), [])
  return null
}

test('an export that is requested during hydration has the URL of the API, too', async () => {
  const saved: Blob[] = []
  const createObjectURL = (blob: Blob) => {
    saved.push(blob)
    return '#'
  }
  vi.stubGlobal('URL', Object.assign(class extends URL {}, { createObjectURL, revokeObjectURL: () => {} }))
  vi.stubGlobal('__webpack_public_path__', '/')
  vi.stubGlobal('fetch', async () => Response.json(toOpenApi(categories)))
  const page = (
    <HostContext value={createCatalogueHost(null)}>
      <ExportButtons />
      <EarlyClick />
    </HostContext>
  )
  const { unmount } = await hydrateInBrowser(await renderAsBuild(() => page), page)
  const text = await vi.waitFor(
    () => saved[0]?.text() ?? Promise.reject(new Error('nothing was saved')),
    patience,
  )
  expect(JSON.parse(text).servers).toEqual([{ url: `${location.origin}/-/sandbox` }])
  await unmount()
})
