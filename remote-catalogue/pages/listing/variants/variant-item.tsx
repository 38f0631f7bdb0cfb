import { useId, useRef } from 'react'
import type { Row, Variant } from '../../../data/schema.ts'
import { LazyEndpointDetail } from '../../../endpoint/lazy-endpoint-detail.tsx'
import { getVariantId } from '../../../model/entry.ts'
import { createExampleRequest } from '../../../request/example-request.ts'
import { toQueryParts, toUrl } from '../../../request/serialize-request.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { EntryLink } from '../entry-link.tsx'
import styles from './variant-list.module.css'

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
export function VariantItem(props: VariantItemProps) {
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
