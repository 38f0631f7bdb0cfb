import { categories } from './categories.build.ts'
import type { Category } from './schema.ts'

/** Loads a file in `categories/` by its name without `.json`. */
export async function loadCategory(file: string): Promise<Category> {
  const { default: data }: { readonly default: unknown } = await import(
    /* webpackChunkName: "[request]" */ `./categories/${file}.json`
  )
  return data as Category // Our own file, whose shape `check-data.ts` has checked before the build.
}

/** The bundler's chunk name for a file in `categories/`. */
export function getCategoryChunk(file: string): string {
  return `${file}-json`
}

/** Loads all categories, in order. Rejects if one fails to load. */
export function loadCatalogue(): Promise<Category[]> {
  return Promise.all(categories.map(({ file }) => loadCategory(file)))
}
