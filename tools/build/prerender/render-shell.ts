import { frameSlot } from '@portico/shared/release/prerender.ts'
import type { Site } from '@portico/shared/site/site.ts'
import { createElement } from 'react'
import { layoutPaths, PrerenderedLayout } from 'the-frame'
import { toHtml } from './render-to-html.ts'

/** The frame around each path that has one of its own, with a slot for the page. */
export async function renderFrames(
  site: Site,
  year: number,
): Promise<readonly { path: string; html: string }[]> {
  return Promise.all(
    layoutPaths.map(async (path) => {
      const html = await toHtml(createElement(PrerenderedLayout, { site, path, year }))
      if (html.split(frameSlot).length !== 2)
        throw new Error(`the frame of ${path} has no single ${frameSlot}`)
      return { path, html }
    }),
  )
}
