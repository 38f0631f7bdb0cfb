import { memo, useEffect, useId, useRef, useState } from 'react'
import type { Row, Variant, Variants } from '../../../data/schema.ts'
import { LazyEndpointDetail } from '../../../endpoint/lazy-endpoint-detail.tsx'
import { getVariantId } from '../../../model/entry.ts'
import { createExampleRequest } from '../../../request/example-request.ts'
import { toQueryParts, toUrl } from '../../../request/serialize-request.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { EntryLink } from '../entry-link.tsx'
import styles from './variant-list.module.css'

/** Longer lists don't fit on a screen, so they get a second collapse button at the end. */
const longCount = 12

export interface VariantListProps {
  /** Path of the row's category. */
  readonly path: string
  readonly row: Row
  readonly variants: Variants
  /** Base URL of the API. */
  readonly base: string
  /** Id of the variant that is open. */
  readonly openId: string | null
  readonly onClose: () => void
}

// Not a real list: batches would come between the list and its items.
const asList = (label: string) => ({ role: 'list', 'aria-label': label })

/** Every variant of a row: its number, its name and its request. */
export function VariantList({ path, row, variants, base, openId, onClose }: VariantListProps) {
  const { param, noun, note, sampleText, items } = variants
  const openIndex = openId === null ? -1 : items.findIndex((variant) => getVariantId(row, variant) === openId)
  const starts = useBatches(items.length, openIndex)
  return (
    <div className={styles.panel}>
      <p className={styles.intro}>
        <code>{param}</code> picks one of {items.length} {noun}. {note}
      </p>
      <div
        {...asList(`${items.length} ${noun} of ${row.name}`)}
        className={styles.list}
        data-param={param}
        data-sampled={sampleText !== undefined}
      >
        {starts.map((start) => (
          <Batch
            key={start}
            path={path}
            row={row}
            variants={variants}
            base={base}
            start={start}
            openVariant={
              openIndex >= start && openIndex < start + batchSize ? (items[openIndex] ?? null) : null
            }
          />
        ))}
      </div>
      {items.length > longCount && (
        <button type="button" className={styles.close} onClick={onClose}>
          Close {items.length} {noun}
        </button>
      )}
    </div>
  )
}

interface BatchProps {
  readonly path: string
  readonly row: Row
  readonly variants: Variants
  readonly base: string
  /** Index of the batch's first variant. */
  readonly start: number
  readonly openVariant: Variant | null
}

const Batch = memo(function Batch({ path, row, variants, base, start, openVariant }: BatchProps) {
  const { param, sampleText, items } = variants
  return (
    <div className={styles.batch}>
      {items.slice(start, start + batchSize).map((variant) => (
        <VariantItem
          key={variant.value}
          path={path}
          row={row}
          param={param}
          variant={variant}
          sampleText={sampleText}
          base={base}
          isOpen={variant === openVariant}
        />
      ))}
    </div>
  )
})

interface VariantItemProps {
  readonly path: string
  readonly row: Row
  /** The parameter in which the variants differ. */
  readonly param: string
  readonly variant: Variant
  /** The plain text of the variant's sample. */
  readonly sampleText: string | undefined
  /** Base URL of the API. */
  readonly base: string
  readonly isOpen: boolean
}

const asListItem = { role: 'listitem' }

/** One variant, with its own request. */
function VariantItem(props: VariantItemProps) {
  const { path, row, param, variant, sampleText, base, isOpen } = props
  const panelId = useId()
  const entry = { path, id: getVariantId(row, variant), row, variant }
  const code = useRef<HTMLElement>(null)
  const selectRequest = () => code.current && getSelection()?.selectAllChildren(code.current)
  const request = createExampleRequest(row, base, variant)
  const queryParts = toQueryParts(request)
  const variantIndex = request.query.findIndex(({ name }) => name === param)
  return (
    <div {...asListItem} className={styles.item}>
      <span className={styles.value}>
        <VisuallyHidden>{param} </VisuallyHidden>
        {variant.value}
      </span>
      <span className={styles.name}>
        <EntryLink entry={entry} isOpen={isOpen} panelId={panelId} />
        {variant.proposed && <span className={styles.proposed}>proposed</span>}
      </span>
      {sampleText !== undefined && (
        <span className={styles.sample}>
          <VisuallyHidden>{`${sampleText} in ${variant.name}`}</VisuallyHidden>
          <span aria-hidden="true">{variant.sample}</span>
        </span>
      )}
      <code ref={code} className={styles.request}>
        <span className={styles.base}>{request.base}</span>
        {queryParts.slice(0, variantIndex).join('')}
        <b>{queryParts[variantIndex]}</b>
        {queryParts.slice(variantIndex + 1).join('')}
      </code>
      <CopyButton text={toUrl(request)} name={`the request for ${variant.name}`} onBlocked={selectRequest} />
      {isOpen && (
        <div id={panelId} className={styles.open}>
          <LazyEndpointDetail entry={entry} />
        </div>
      )}
    </div>
  )
}

/** Enough rows for a tall screen; a slow phone renders them within a frame or two. */
const batchSize = 24

/**
 * The start indexes of the batches to render: at first those up to the row at `requiredIndex`, then one more per frame.
 * Every row is in the page eventually, so that the browser's search, print and screen readers find it.
 */
function useBatches(count: number, requiredIndex: number): number[] {
  const requiredCount = Math.floor(Math.max(requiredIndex, 0) / batchSize) + 1
  const [shown, setShown] = useState(requiredCount)
  if (shown < requiredCount) setShown(requiredCount)
  const total = Math.ceil(count / batchSize)
  useEffect(() => {
    if (shown >= total) return
    const frame = requestAnimationFrame(() => setShown(shown + 1))
    return () => cancelAnimationFrame(frame)
  }, [shown, total])
  return Array.from({ length: Math.min(shown, total) }, (_, index) => index * batchSize)
}
