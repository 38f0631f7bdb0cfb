import { expect, test } from 'vitest'
import { hydrateInBrowser, renderAsBuild } from './testing/prerender.tsx'
import { useIsHydrating, useIsHydratingRows } from './use-is-hydrating.ts'

test('rows change after the rest of a hydrated page, in a rendering of their own', async () => {
  const renderings: string[] = []
  function Page() {
    const rendering = `page ${useIsHydrating()}, rows ${useIsHydratingRows()}`
    if (renderings.at(-1) !== rendering) renderings.push(rendering)
    return <p>{rendering}</p>
  }
  const html = await renderAsBuild(() => <Page />)
  const { unmount } = await hydrateInBrowser(html, <Page />)
  expect(renderings).toEqual(['page true, rows true', 'page false, rows true', 'page false, rows false'])
  await unmount()
})
