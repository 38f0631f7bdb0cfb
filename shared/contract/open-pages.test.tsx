import { act } from '@testing-library/react'
import type { ComponentType, ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { prerender } from 'react-dom/static'
import { createMemoryRouter, RouterProvider } from 'react-router'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { RemoteManifestSchema } from '../release/manifest.ts'
import { SiteSchema } from '../site/site.ts'
import { forgetRenderers } from '../testing/forget-renderers.ts'
import { HostContext } from './contract.ts'
import { createStaticHost } from './static-host.ts'

// Prerenders and hydrates the open pages of every remote, without naming one.

const manifests = import.meta.glob('../../remote-*/manifest.ts', { eager: true })
const remotes = import.meta.glob('../../remote-*/remote.ts')
const owner = import.meta.glob('../../site.config.json', { eager: true })

const RemoteSchema = v.object({
  remote: v.object({ routes: v.array(v.object({ path: v.string(), lazy: v.function() })) }),
})
const PageSchema = v.object({ Component: v.custom<ComponentType>((it) => typeof it === 'function') })
const site = v.parse(v.object({ default: SiteSchema }), owner['../../site.config.json']).default

const openPages = Object.entries(manifests).flatMap(([file, module]) => {
  const { manifest } = v.parse(v.object({ manifest: RemoteManifestSchema }), module)
  const open = manifest.pages.filter(({ access, path }) => access === 'open' && !/[:*]/.test(path))
  return open.map(({ path }) => ({ path, remote: file.replace('manifest.ts', 'remote.ts') }))
})

async function componentOf({ remote, path }: { remote: string; path: string }): Promise<ComponentType> {
  const { routes } = v.parse(RemoteSchema, { ...Object(await remotes[remote]?.()) }).remote
  return v.parse(PageSchema, await routes.find((route) => route.path === path)?.lazy()).Component
}

function hosted(Page: ComponentType, path: string): ReactNode {
  const router = createMemoryRouter([{ path, element: <Page /> }], { initialEntries: [path] })
  return (
    <HostContext value={createStaticHost(site)}>
      <RouterProvider router={router} />
    </HostContext>
  )
}

test('finds open pages to check', () => {
  expect(openPages.length).toBeGreaterThan(0)
})

test.each(openPages)('$path is readable without scripts, and hydration keeps every element', async (page) => {
  const Page = await componentOf(page)
  const { prelude } = await prerender(hosted(Page, page.path))
  await prerender(null) // The renderer leaves the contexts of its last tree set, for every renderer in this process.
  const container = document.createElement('div')
  container.innerHTML = await new Response(prelude).text()
  document.body.append(container)
  const heading = container.querySelector('h1')
  expect(heading?.textContent).toMatch(/\S/)
  expect(container.querySelector('script, style, [hidden][id^="S:"]')).toBeNull()

  const recovered = vi.fn<(error: unknown) => void>()
  const root = await act(async () =>
    hydrateRoot(container, hosted(Page, page.path), { onRecoverableError: recovered }),
  )
  expect(recovered).not.toHaveBeenCalled()
  expect(container.querySelector('h1')).toBe(heading)
  await act(async () => root.unmount())
  container.remove()
  forgetRenderers()
})
