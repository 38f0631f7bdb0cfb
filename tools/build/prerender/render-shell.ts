import { pageSlot } from '@portico/shared/release/prerender.ts'
import type { Site } from '@portico/shared/site/site.ts'
import { layoutPaths, PrerenderedLayout } from 'app/layout'
import { createElement } from 'react'
import { renderToHtml } from './render-to-html.ts'

/** Renders the layout for each path that has one of its own, with a slot for the page. */
export async function renderLayouts(
  site: Site,
  year: number,
): Promise<readonly { path: string; html: string }[]> {
  return Promise.all(
    layoutPaths.map(async (path) => {
      const html = await renderToHtml(createElement(PrerenderedLayout, { site, path, year }))
      if (html.split(pageSlot).length !== 2)
        throw new Error(`The layout of ${path} must contain ${pageSlot} exactly once.`)
      return { path, html }
    }),
  )
}
