import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { computeIntegrity } from '@portico/shared/release/compute-integrity.ts'
import type { RivalBuild } from './build-rivals.ts'

// Everything with which a page asks for scripts, styles and fonts.
const assetTags =
  /<link rel="(?:stylesheet|preload|modulepreload)"[^>]*>\n?|<script defer[^>]*><\/script>\n?/g

/** The product's page with the files of a rival in place of its own: the same data, metadata and inlined parts. */
export function renderRivalPage(
  productPage: string,
  build: RivalBuild,
  preloads: readonly string[] = [],
): string {
  if (!/<script defer/.test(productPage)) throw new Error("The product's page has no deferred script.")
  const hasFontPreload = productPage.includes(' as="font"')
  const initial = build.getFiles('index')
  const fonts = hasFontPreload ? globSync('**/*.woff2', { cwd: build.folder }).map((file) => `/${file}`) : []
  const later = preloads.filter((file) => !initial.includes(file))
  const tags = [
    ...initial.filter(isStyle).map((file) => tag(build, 'link rel="stylesheet" href', file)),
    ...initial.filter(isScript).map((file) => `${tag(build, 'script defer src', file)}</script>`),
    // As in the product's page: a font is preloaded without its hash.
    ...[...new Set(fonts)].map(
      (file) => `<link rel="preload" as="font" type="font/woff2" href="${file}" crossorigin="anonymous">`,
    ),
    ...later.filter(isScript).map((file) => tag(build, 'link rel="preload" as="script" href', file)),
    ...later.filter(isStyle).map((file) => tag(build, 'link rel="preload" as="style" href', file)),
  ]
  return productPage.replaceAll(assetTags, '').replace('</head>', () => `${tags.join('\n')}\n</head>`)
}

function tag({ folder }: RivalBuild, opening: string, file: string): string {
  const integrity = computeIntegrity(readFileSync(join(folder, file)))
  return `<${opening}="${file}" integrity="${integrity}" crossorigin="anonymous">`
}

const isScript = (file: string) => file.endsWith('.js')
const isStyle = (file: string) => file.endsWith('.css')
