import { type VisitorState, visitorStates } from '@portico/kit/session/visitor-state.ts'
import { pageSlot } from '@portico/protocol/release/prerender.ts'
import { createMarkedSite, markedYear } from '@portico/protocol/template/marked-site.ts'
import { layoutPaths, PrerenderedLayout, PrerenderedLoading, PrerenderedNoScript } from 'app/layout'
import { createElement } from 'react'
import { renderToHtml } from './render-to-html.ts'

/** Renders the layout for each path that has one of its own and each state of a visitor, with a slot for the page. */
export async function renderLayouts(): Promise<
  readonly { path: string; visitor: VisitorState; html: string }[]
> {
  const site = createMarkedSite()
  const layouts = visitorStates.flatMap((visitor) => layoutPaths.map((path) => ({ path, visitor })))
  return Promise.all(
    layouts.map(async ({ path, visitor }) => {
      const html = await renderToHtml(
        createElement(PrerenderedLayout, { site, path, visitor, year: markedYear }),
      )
      requireSlot(html, path)
      return { path, visitor, html }
    }),
  )
}

/** Renders what is in the slot of a layout while a page loads. */
export async function renderLoading(): Promise<string> {
  const html = await renderToHtml(createElement(PrerenderedLoading))
  requireSlot(html, 'a loading screen')
  return html
}

/** Renders the layout for visitors without JavaScript. */
export async function renderNoScript(): Promise<string> {
  const html = await renderToHtml(
    createElement(PrerenderedNoScript, { site: createMarkedSite(), year: markedYear }),
  )
  requireSlot(html, 'visitors without JavaScript')
  return html
}

function requireSlot(html: string, place: string): void {
  if (html.split(pageSlot).length !== 2)
    throw new Error(`The layout of ${place} must contain ${pageSlot} exactly once.`)
}
