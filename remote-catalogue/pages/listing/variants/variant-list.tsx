import { memo } from 'react'
import type { Row, Variant, Variants } from '../../../data/schema.ts'
import { getVariantId } from '../../../model/entry.ts'
import { batchSize, useBatches } from './use-batches.ts'
import { VariantItem } from './variant-item.tsx'
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
