import { contractVersion, type RemoteModule, type RemoteRoute } from '@portico/shared/contract/contract.ts'
import { routesOf } from '@portico/shared/contract/routes-of.ts'
import type { ComponentType } from 'react'
import { manifest } from './manifest.ts'

/** The catalogue: one listing screen over the data of eighteen categories. */
export const remote: RemoteModule = {
  contractVersion,
  routes: routesOf(manifest, {
    download: page(() => import(/* webpackChunkName: "download" */ './data/categories/download.json')),
    search: page(() => import(/* webpackChunkName: "search" */ './data/categories/search.json')),
    'text-effect-i': page(
      () => import(/* webpackChunkName: "text-effect-i" */ './data/categories/text-effect-i.json'),
    ),
    'text-effect-ii': page(
      () => import(/* webpackChunkName: "text-effect-ii" */ './data/categories/text-effect-ii.json'),
    ),
    'text-effect-iii': page(
      () => import(/* webpackChunkName: "text-effect-iii" */ './data/categories/text-effect-iii.json'),
    ),
    'text-effect-iv': page(
      () => import(/* webpackChunkName: "text-effect-iv" */ './data/categories/text-effect-iv.json'),
    ),
    'text-effect-v': page(
      () => import(/* webpackChunkName: "text-effect-v" */ './data/categories/text-effect-v.json'),
    ),
    fancy: page(() => import(/* webpackChunkName: "fancy" */ './data/categories/fancy.json')),
    'attp-i': page(() => import(/* webpackChunkName: "attp-i" */ './data/categories/attp-i.json')),
    rgb: page(() => import(/* webpackChunkName: "rgb" */ './data/categories/rgb.json')),
    news: page(() => import(/* webpackChunkName: "news" */ './data/categories/news.json')),
    'image-edit': page(
      () => import(/* webpackChunkName: "image-edit" */ './data/categories/image-edit.json'),
    ),
    'image-frame': page(
      () => import(/* webpackChunkName: "image-frame" */ './data/categories/image-frame.json'),
    ),
    education: page(() => import(/* webpackChunkName: "education" */ './data/categories/education.json')),
    movie: page(() => import(/* webpackChunkName: "movie" */ './data/categories/movie.json')),
    converter: page(() => import(/* webpackChunkName: "converter" */ './data/categories/converter.json')),
    games: page(() => import(/* webpackChunkName: "games" */ './data/categories/games.json')),
    information: page(
      () => import(/* webpackChunkName: "information" */ './data/categories/information.json'),
    ),
  }),
}

/** The screen and the rows are fetched at the same time: neither waits for the other. */
function page(loadRows: () => Promise<{ readonly default: unknown }>): RemoteRoute['lazy'] {
  let Component: ComponentType | undefined
  return async () => {
    const [screen, rows] = await Promise.all([loadScreen(), loadRows()])
    // One component for all calls: another one would close what the visitor has unfolded.
    Component ??= screen.listingOf(rows.default)
    return { Component }
  }
}

function loadScreen() {
  return import(/* webpackChunkName: "listing" */ './listing/listing.tsx')
}
