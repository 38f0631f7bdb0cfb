import { createStaticHost } from '@portico/shared/contract/static-host.ts'
import { anyPath } from '@portico/shared/release/prerender.ts'
import type { Site } from '@portico/shared/site/site.ts'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { mainLinks } from '../layout/header/main-menu.tsx'
import { RootLayout } from '../router/root-layout.tsx'

/** The header shows where the visitor is, so that each of its links has a frame of its own. */
export const layoutPaths: readonly string[] = [...mainLinks.map(({ to }) => to), anyPath]

/** What stands around a page of a signed-out visitor, with a slot in its place: the build renders it prerendered. */
export function PrerenderedLayout({ site, path, year }: { site: Site; path: string; year: number }) {
  const router = createMemoryRouter(
    [
      {
        element: <RootLayout host={createStaticHost(site)} prerendered={{ year }} />,
        children: [{ path: '*', element: <Slot /> }],
      },
    ],
    { initialEntries: [path === anyPath ? '/*' : path] },
  )
  return <RouterProvider router={router} />
}

/** `frameSlot`, which a test compares. */
function Slot() {
  return <template data-slot="page" />
}
