import type { FigureName } from '@portico/kit/content/figure-names.ts'
import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import { formatDate, formatNumber, formatSignificant } from '@portico/kit/format.ts'
import type { SiteFigures } from '@portico/kit/site/site-figures.ts'

/** What figures are made from. */
export interface FigureSources {
  /** null: not loaded, or unavailable. */
  readonly site: SiteFigures | null
  readonly pages: readonly RemotePage[]
  /** Milliseconds until the first paint of this visit; null: unknown. */
  readonly firstPaintMs: number | null
}

/** A figure; `value` is null while it is unknown. */
export interface Figure {
  readonly value: string | null
  readonly note?: string
}

/** Returns the value of a figure as it is shown. The build, which names no figure, knows none. */
export function describeFigure(name: FigureName, { site, pages, firstPaintMs }: FigureSources): Figure {
  switch (name) {
    case 'releases':
      return { value: site && formatNumber(site.releases), note: 'of this site, so far' }
    case 'last-release': {
      const last = site?.lastRelease
      if (!last) return { value: site && 'None yet' }
      return { value: formatDate(last.at), note: `${last.app} ${last.version}` }
    }
    case 'last-rollback': {
      const last = site?.lastRollback
      if (!last) return { value: site && 'None yet' }
      return { value: formatDate(last.at), note: last.remote }
    }
    case 'size': {
      const bytes = site?.shellBytes ?? null
      const value = bytes === null ? null : `${formatNumber(bytes / 1000)} KB`
      return { value, note: 'compressed' }
    }
    case 'speed': {
      const value = firstPaintMs === null ? null : `${formatSignificant(firstPaintMs / 1000, 2)} s`
      return { value, note: 'of your visit' }
    }
    case 'endpoints': {
      const count = getCategories(pages).reduce((sum, category) => sum + category, 0)
      return { value: count === 0 ? null : formatNumber(count) }
    }
    case 'categories': {
      const { length } = getCategories(pages)
      return { value: length === 0 ? null : formatNumber(length) }
    }
    default:
      return { value: null }
  }
}

/** The number of items on each page that lists some. */
function getCategories(pages: readonly RemotePage[]): number[] {
  return pages.flatMap(({ count }) => count ?? [])
}
