import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { isBasicFont } from '@portico/tools/build/basic-font.ts'
import type { StaticPage } from '../site/static-server.ts'
import type { RivalBuild } from './build-rivals.ts'
import { replaceToggles } from './replacements.ts'

// Everything with which a page asks for scripts, styles and fonts. A font inside the page is part of its content.
const assetTags =
  /<link rel="(?:stylesheet|preload|modulepreload)"(?![^>]* href="data:)[^>]*>\n?|<script defer[^>]*><\/script>\n?/g

/**
 * How a rival sends its page: `client` without content, as an app that renders in the browser; `server` with the product's
 * prerendered content and inlined styles.
 */
export type RivalRendering = 'client' | 'server'

interface RivalPage {
  readonly rendering: RivalRendering
  readonly preloads?: readonly string[]
}

/** The product's page with the files of a rival in place of its own: the same data and metadata. */
export function renderRivalPage(
  { html: productPage, links }: StaticPage,
  build: RivalBuild,
  { rendering, preloads = [] }: RivalPage,
): StaticPage {
  if (!/<script defer/.test(productPage)) throw new Error("The product's page has no deferred script.")
  const isPrerendered = prerenderedRoot.test(productPage) && !loadingRoot.test(productPage)
  if (rendering === 'server' && !isPrerendered) throw new Error("The product's page is not prerendered.")
  const initial = build.getFiles('index')
  const fonts =
    inlineFont.test(productPage) || links?.includes('as=font')
      ? globSync('**/*.woff2', { cwd: build.folder }).filter(isBasicFont)
      : []
  const later = preloads.filter((file) => !initial.includes(file))
  const styles = rendering === 'client' ? initial.filter(isStyle) : []
  // Without its hash, as the product preloads it. What renders in the browser needs its script sooner.
  const isFontLater = rendering === 'client'
  const fontTags = fonts.map(
    (file) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin="anonymous">`,
  )
  const scriptPreload = `link rel="preload" as="script"${rendering === 'server' ? ' fetchpriority="low"' : ''}`
  const tags = [
    ...styles.map((file) => tag(build, 'link rel="stylesheet" href', file)),
    ...initial.filter(isScript).map((file) => `${tag(build, 'script defer src', file)}</script>`),
    ...(isFontLater ? fontTags : []),
    ...later.filter(isScript).map((file) => tag(build, `${scriptPreload} href`, file)),
    ...later.filter(isStyle).map((file) => tag(build, 'link rel="preload" as="style" href', file)),
  ]
  const page =
    rendering === 'client' ? removeContent(productPage) : replaceToggles(renameContent(productPage))
  const html = page.replaceAll(assetTags, '').replace('</head>', () => `${tags.join('\n')}\n</head>`)
  const [font] = fonts
  return {
    html,
    links: isFontLater || font === undefined ? null : (links?.replace(/<[^>]*>/, `</${font}>`) ?? null),
  }
}

const inlineFont = /<link rel="preload" as="font"[^>]* href="data:[^>]*>\n?/
const prerenderedRoot =
  /<div id="root"[^>]* data-prerendered=[\s\S]*<\/div>(?=\s*(?:<noscript>|<form |<script[ >]|<\/body>))/
const loadingRoot = /<div id="root"[^>]*isLoading/

function removeContent(page: string): string {
  return page
    .replace(prerenderedRoot, '<div id="root"></div>')
    .replace(inlineFont, '')
    .replaceAll(/<style[^>]*>[\s\S]*?<\/style>\n?/g, '')
}

/** A monolith has the classes and fonts of one app; classes are named after their app and a hash of their style sheet. */
function renameContent(page: string): string {
  return page
    .replaceAll(/(?<=[\s".])(?:account|catalogue|portfolio)-(?=[\w-]{5}(?![\w-]))/g, 'shell-')
    .replaceAll(/\/r\/shell\/[^/]+(?=\/[\w./-]+\.woff2)/g, '')
}

function tag({ folder }: RivalBuild, opening: string, file: string): string {
  const integrity = computeIntegrity(readFileSync(join(folder, file)))
  return `<${opening}="${file}" integrity="${integrity}" crossorigin="anonymous">`
}

const isScript = (file: string) => file.endsWith('.js')
const isStyle = (file: string) => file.endsWith('.css')
