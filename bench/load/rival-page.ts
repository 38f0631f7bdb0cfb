import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type DiscoveryDocument,
  type PageData,
  PageDataSchema,
  pageDataId,
} from '@portico/shared/release/discovery-document.ts'
import { getPageChunks } from '@portico/shared/release/manifest.ts'
import * as v from 'valibot'
import type { RivalBuild } from './build-rivals.ts'

/** What has nothing to do with how remotes come: every variant's page has it as the product's has. */
export interface CommonHead {
  readonly data: PageData
  readonly preloadsFonts: boolean
}

/** What the site's server puts into a page. */
export function parseCommonHead(html: string): CommonHead {
  const [, json] = new RegExp(`id="${pageDataId}">(.*?)</script>`, 's').exec(html) ?? []
  if (json === undefined) throw new Error(`The page has no element #${pageDataId}.`)
  return { data: v.parse(PageDataSchema, JSON.parse(json)), preloadsFonts: html.includes(' as="font"') }
}

/** The page of an alternative: what its build made, the common head, and preloads. */
export function renderRivalPage(
  built: RivalBuild,
  head: CommonHead,
  preloads: readonly string[] = [],
): string {
  const fonts = head.preloadsFonts
    ? globSync('**/*.woff2', { cwd: built.folder }).map((file) => `/${file}`)
    : []
  const json = JSON.stringify(head.data).replaceAll('<', '\\u003c')
  const parts = [
    ...[...preloads, ...fonts].map(preloadLink),
    `<script type="application/json" id="${pageDataId}">${json}</script>`,
  ]
  return readFileSync(join(built.folder, 'index.html'), 'utf8').replace(
    '</head>',
    () => `${parts.join('')}</head>`,
  )
}

function preloadLink(path: string): string {
  const kind = path.endsWith('.css') ? 'style' : path.endsWith('.woff2') ? 'font' : 'script'
  const crossOrigin = kind === 'font' ? ' crossorigin="anonymous"' : ''
  return `<link rel="preload" as="${kind}" href="${path}"${crossOrigin}>`
}

/** Files that the page with this path needs at once. */
export function getPageFiles(built: RivalBuild, { remotes }: DiscoveryDocument, path: string): string[] {
  const pages = Object.values(remotes).flatMap(({ stable }) => stable.pages)
  const page = pages.find((candidate) => candidate.path === path)
  return [...new Set(getPageChunks(page ?? {}).flatMap(built.filesOf))]
}
