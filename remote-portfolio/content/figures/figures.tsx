import type { FigureName } from '@portico/kit/content/figure-names.ts'
import { useHost } from '@portico/kit/contract/contract.ts'
import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import { formatDate, formatNumber, formatSignificant } from '@portico/kit/format.ts'
import { paths } from '@portico/kit/paths.ts'
import { eachOwner, whenOwner } from '@portico/kit/site/owner-marks.ts'
import { type SiteFigures, SiteFiguresSchema } from '@portico/kit/site/site-figures.ts'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import type { ProjectContent } from '../schemas.ts'
import styles from './figures.module.css'

const unknown = '–'

type Project = Pick<ProjectContent['project'], 'figures'>

/** Live figures from this site; a project without any asks for none. Their space is reserved; one that never arrives stays a dash. */
export function Figures({ project }: { readonly project: Project }) {
  return whenOwner(project, 'figures', (figures) => <FigureList figures={figures} />)
}

function FigureList({ figures }: Project) {
  const { pages } = useHost()
  const site = useSiteFigures()
  const firstPaintMs = useFirstPaint()
  return (
    <dl className={styles.figures} aria-label="Live figures from this site">
      {eachOwner(figures, ({ name, label }) => {
        const { value, note } = describeFigure(name, { site, pages, firstPaintMs })
        return (
          <div key={name} className={styles.figure}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.value}>
              {value ?? unknown}
              <span className={styles.note}>{value === null ? '' : note}</span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function useSiteFigures(): SiteFigures | null {
  const [figures, setFigures] = useState<SiteFigures | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    void fetchFigures(leaving.signal).then((loaded) => {
      if (!leaving.signal.aborted) setFigures(loaded)
    })
    return () => leaving.abort()
  }, [])
  return figures
}

function useFirstPaint(): number | null {
  const [milliseconds, setMilliseconds] = useState<number | null>(null)
  useEffect(() => {
    const observer = new PerformanceObserver((list) => {
      const [paint] = list.getEntriesByName('first-contentful-paint')
      if (paint !== undefined) setMilliseconds(paint.startTime)
    })
    // Buffered: the paint may be long past, or still to come.
    observer.observe({ type: 'paint', buffered: true })
    return () => observer.disconnect()
  }, [])
  return milliseconds
}

interface FigureSources {
  /** null: not loaded, or unavailable. */
  readonly site: SiteFigures | null
  readonly pages: readonly RemotePage[]
  /** Milliseconds until the first paint of this visit; null: unknown. */
  readonly firstPaintMs: number | null
}

/** A figure; `value` is null while it is unknown. */
interface Figure {
  readonly value: string | null
  readonly note?: string
}

/** Returns the value of a figure as it is shown. The build, which names no figure, knows none. */
function describeFigure(name: FigureName, { site, pages, firstPaintMs }: FigureSources): Figure {
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

/** The site's figures; null: the server is unreachable, too busy, or responds with something else. */
async function fetchFigures(signal: AbortSignal): Promise<SiteFigures | null> {
  try {
    const response = await fetch(paths.figures, { signal })
    const parsed = v.safeParse(SiteFiguresSchema, await response.json())
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}
