import type { Category } from './schema.ts'

type LoadFile = () => Promise<{ readonly default: unknown }>

// Written out, for the bundler to see what there is to load, and what each chunk is called.
const files: Readonly<Record<string, LoadFile>> = {
  download: () => import(/* webpackChunkName: "download" */ './categories/download.json'),
  search: () => import(/* webpackChunkName: "search" */ './categories/search.json'),
  'text-effect-i': () => import(/* webpackChunkName: "text-effect-i" */ './categories/text-effect-i.json'),
  'text-effect-ii': () => import(/* webpackChunkName: "text-effect-ii" */ './categories/text-effect-ii.json'),
  'text-effect-iii': () =>
    import(/* webpackChunkName: "text-effect-iii" */ './categories/text-effect-iii.json'),
  'text-effect-iv': () => import(/* webpackChunkName: "text-effect-iv" */ './categories/text-effect-iv.json'),
  'text-effect-v': () => import(/* webpackChunkName: "text-effect-v" */ './categories/text-effect-v.json'),
  fancy: () => import(/* webpackChunkName: "fancy" */ './categories/fancy.json'),
  'attp-i': () => import(/* webpackChunkName: "attp-i" */ './categories/attp-i.json'),
  rgb: () => import(/* webpackChunkName: "rgb" */ './categories/rgb.json'),
  news: () => import(/* webpackChunkName: "news" */ './categories/news.json'),
  'image-edit': () => import(/* webpackChunkName: "image-edit" */ './categories/image-edit.json'),
  'image-frame': () => import(/* webpackChunkName: "image-frame" */ './categories/image-frame.json'),
  education: () => import(/* webpackChunkName: "education" */ './categories/education.json'),
  movie: () => import(/* webpackChunkName: "movie" */ './categories/movie.json'),
  converter: () => import(/* webpackChunkName: "converter" */ './categories/converter.json'),
  games: () => import(/* webpackChunkName: "games" */ './categories/games.json'),
  information: () => import(/* webpackChunkName: "information" */ './categories/information.json'),
}

/** Loads one file of `categories/`. Rejects where it does not arrive. */
export async function loadCategory(file: string): Promise<Category> {
  const load = files[file]
  if (load === undefined) throw new Error(`data/load-category.ts has no file "${file}".`)
  const { default: data } = await load()
  return data as Category // A file of our own, whose shape `check-data.ts` has proven before the build.
}
