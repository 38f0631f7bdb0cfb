import { useHost } from '@portico/kit/contract/contract.ts'
import { eachOwner, whenOwner } from '@portico/kit/site/owner-marks.ts'
import type { SiteFigures } from '@portico/kit/site/site-figures.ts'
import { useEffect, useState } from 'react'
import type { ProjectContent } from '../schemas.ts'
import { describeFigure } from './describe-figure.ts'
import { fetchFigures } from './fetch-figures.ts'
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
