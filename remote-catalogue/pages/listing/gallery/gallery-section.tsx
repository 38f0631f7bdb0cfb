import type { Values } from '@portico/kit/api/validate-values.ts'
import { Button } from '@portico/kit/ui/button.tsx'
import { Fragment, type RefObject, useEffect, useRef, useState } from 'react'
import { getPreviewKind } from '../../../data/preview-kind.ts'
import { LazyEndpointDetail } from '../../../endpoint/lazy-endpoint-detail.tsx'
import type { Entry } from '../../../model/entry.ts'
import { drawingModule } from '../../../preview/lazy-drawing.ts'
import { useLazyModule } from '../../../ui/lazy-module.ts'
import { EntryLink } from '../entry-link.tsx'
import styles from './gallery.module.css'
import type { GallerySection } from './gallery-sections.ts'
import { lettersModule } from './lazy-letters.ts'

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

interface GalleryTileProps {
  readonly entry: Entry
  /** By the name of the parameter. */
  readonly texts: Values
  readonly isOpen: boolean
  readonly panelId: string
}

/** One entry: what it looks like, and a link that opens its details. */
function GalleryTile({ entry, texts, isOpen, panelId }: GalleryTileProps) {
  const link = <EntryLink entry={entry} isOpen={isOpen} panelId={panelId} />
  const isLetters = getPreviewKind(entry) === 'text-styles'
  const letters = useLazyModule(lettersModule, isLetters)
  if (letters.status === 'loaded' && isLetters) {
    return (
      <letters.module.LettersTile entry={entry} text={texts.text ?? ''}>
        {link}
      </letters.module.LettersTile>
    )
  }
  return (
    <div className={styles.tile}>
      {!isLetters && <Illustration entry={entry} texts={texts} />}
      {link}
    </div>
  )
}

/** Drawn once it comes into view. Its link names it. */
function Illustration({ entry, texts }: Pick<GalleryTileProps, 'entry' | 'texts'>) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isNear = useIsNearView(canvas)
  const drawing = useLazyModule(drawingModule, isNear)
  const drawIllustration = drawing.status === 'loaded' ? drawing.module.drawIllustration : null
  useEffect(() => {
    if (!isNear || drawIllustration === null || canvas.current === null) return
    const drawn = [texts.text ?? texts.text_1 ?? '', texts.text_2 ?? ''] as const
    drawIllustration(canvas.current, entry, { texts: drawn, phase: 0, ...tileSize })
  }, [isNear, drawIllustration, entry, texts])
  return <canvas ref={canvas} className={styles.image} {...tileSize} />
}

/** In pixels, for a screen of two pixels to one of the layout. */
const tileSize = { width: 360, height: 200 }

function useIsNearView(target: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (target.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setNear(true)
      },
      { rootMargin: '300px 0px' },
    )
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [target])
  return isNear
}
