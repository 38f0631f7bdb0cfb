import type { Values } from '@portico/kit/api/validate-values.ts'
import { Button } from '@portico/kit/ui/button.tsx'
import { Fragment, useRef, useState } from 'react'
import { LazyEndpointDetail } from '../../../endpoint/lazy-endpoint-detail.tsx'
import styles from './gallery.module.css'
import type { GallerySection } from './gallery-sections.ts'
import { GalleryTile } from './gallery-tile.tsx'

interface GallerySectionViewProps {
  readonly section: GallerySection
  readonly initialCount: number
  /** By the name of the parameter: what the details are filled with. */
  readonly texts: Values
  /** The text of the samples; lags behind typing. */
  readonly drawnTexts: Values
  /** Id of the entry that is open. */
  readonly openId: string | null
}

/** The first entries of a section, and a button that shows the others. */
export function GallerySectionView(props: GallerySectionViewProps) {
  const { section, initialCount, texts, drawnTexts, openId } = props
  const { id, heading, size, entries } = section
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const openIndex = entries.findIndex((entry) => entry.id === openId)
  const isComplete = showsAll || openIndex >= initialCount || entries.length <= initialCount
  const showAll = () => {
    setShowsAll(true)
    // The button is gone once the entries are there.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-number="${initialCount}"] a`)?.focus(),
    )
  }
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {heading} <span className={styles.size}>{size}</span>
      </h2>
      <ul
        ref={list}
        className={styles.tiles}
        data-letters={entries[0]?.variant?.sample !== undefined || undefined}
      >
        {entries.slice(0, isComplete ? entries.length : initialCount).map((entry, index) => {
          const isOpen = index === openIndex
          const panelId = `${id}-${entry.id}`
          return (
            <Fragment key={entry.id}>
              <li className={styles.item} data-number={index} data-open={isOpen || undefined}>
                <GalleryTile entry={entry} texts={drawnTexts} isOpen={isOpen} panelId={panelId} />
              </li>
              {isOpen && (
                <li id={panelId} className={styles.open}>
                  <LazyEndpointDetail entry={entry} values={texts} />
                </li>
              )}
            </Fragment>
          )
        })}
      </ul>
      {!isComplete && (
        <Button tone="secondary" size="small" onClick={showAll}>
          Show all {size}
        </Button>
      )}
    </section>
  )
}
