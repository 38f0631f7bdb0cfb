import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'
import { memo, type ReactNode, useId, useRef, useState } from 'react'
import { LazyEndpointDetail } from '../../endpoint/lazy-endpoint-detail.tsx'
import { type Entry, getEntryName, getEntryPath, getRowId, getTryId } from '../../model/entry.ts'
import { createExampleRequest } from '../../request/example-request.ts'
import { RequestText } from '../../request/request-text.tsx'
import { Badges } from './badges.tsx'
import styles from './endpoint-row.module.css'
import { ParameterList } from './parameter-list.tsx'
import { RowNote } from './row-note.tsx'
import { RowToggle } from './row-toggle.tsx'
import cellStyles from './table-cells.module.css'
import { roles } from './table-roles.ts'
import rowStyles from './table-row.module.css'
import { LazyVariantList } from './variants/lazy-variant-list.tsx'
import { PrintedVariants } from './variants/printed-variants.tsx'
import { VariantToggle } from './variants/variant-toggle.tsx'

interface EndpointRowProps {
  readonly entry: Entry
  readonly base: string
  /** Id of the open entry in this row: the row itself, one of its variants, or null. */
  readonly openId: string | null
  /** Why it matches; absent without a search. */
  readonly reasons?: ReactNode
  /** Its position in the table, from 1, if the table renders only a part of its rows. */
  readonly index?: number
}

/** One endpoint or variant, with its details or its variants below it. */
export const EndpointRow = memo(function EndpointRow(props: EndpointRowProps) {
  const { entry, base, openId } = props
  const { row, variant } = entry
  const listId = useId()
  const variants = variant === null ? row.variants : undefined
  const expansion = useExpansion(openId !== null && openId !== entry.id)
  const isOpen = openId === entry.id
  return (
    <>
      <EntryCells {...props} isOpen={isOpen}>
        {variants && !expansion.isExpanded && <PrintedVariants variants={variants} />}
        {variants && (
          <VariantToggle
            ref={expansion.toggleLink}
            isOpen={expansion.isExpanded}
            href={getEntryPath(entry)}
            listId={listId}
            label={`${variants.items.length} ${variants.noun}`}
            rowName={row.name}
            onToggle={expansion.toggle}
          />
        )}
      </EntryCells>
      <Panel entry={entry} isOpen={isOpen} />
      {variants && expansion.isExpanded && (
        <tr {...roles.row} className={rowStyles.expanded}>
          <td {...roles.cell} id={listId} colSpan={7}>
            <LazyVariantList
              path={entry.path}
              row={row}
              variants={variants}
              base={base}
              openId={isOpen ? null : openId}
              onClose={expansion.close}
            />
          </td>
        </tr>
      )}
    </>
  )
})

/**
 * The details of a row. A closed one has them only until the page is hydrated: HTML alone shows them. React doesn't look into those
 * that the visitor hasn't opened by then, which on a long page would take longer than the rest.
 */
function Panel({ entry, isOpen }: { readonly entry: Entry; readonly isOpen: boolean }) {
  const isHydrating = useIsHydrating()
  const [wasOpened] = useState(() => isHydrating && isOpenInHtml(entry))
  if (!isOpen && !isHydrating) return null
  return (
    <tr
      {...roles.row}
      className={isOpen ? rowStyles.expanded : rowStyles.closed}
      data-until-hydration={!isOpen || undefined}
    >
      {isOpen || wasOpened ? (
        <td {...roles.cell} colSpan={7} key="rendered">
          <LazyEndpointDetail entry={entry} isOpen={isOpen} />
        </td>
      ) : (
        <td
          {...roles.cell}
          colSpan={7}
          key="as sent"
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, which React doesn't even compare
          dangerouslySetInnerHTML={asSent}
        />
      )}
    </tr>
  )
}

/** What the page was sent with stays. */
const asSent = { __html: '' }

/** Whether the visitor has opened the row before React; in the build, every row is rendered. */
function isOpenInHtml({ id }: Entry): boolean {
  if (typeof document === 'undefined') return true
  const name = document.querySelector(`[data-entry="${CSS.escape(id)}"]`)
  return name?.closest('details')?.open === true
}

/** The open entry in the row of `entry`: the row itself, one of its variants, or null. */
export function getOpenId({ id, row, variant }: Entry, open: string | null): string | null {
  if (open === null || open === id) return open
  return variant === null && open.startsWith(`${getRowId(row)}.`) ? open : null
}

interface EntryCellsProps extends Omit<EndpointRowProps, 'openId'> {
  readonly isOpen: boolean
  /** Shown below the description. */
  readonly children: ReactNode
}

function EntryCells({ entry, base, reasons, index, isOpen, children }: EntryCellsProps) {
  const { row, variant } = entry
  const name = getEntryName(entry)
  return (
    <tr {...roles.row} className={rowStyles.row} aria-rowindex={index} data-row>
      <td {...roles.cell} className={cellStyles.method}>
        <span className={styles.badge} data-method={row.get}>
          {row.get}
        </span>
      </td>
      <th {...roles.rowHeader} className={cellStyles.name}>
        <span className={styles.title}>
          <RowToggle entry={entry} isOpen={isOpen} /> <Badges row={row} />
        </span>
        <Operation entry={entry} />
        {reasons}
      </th>
      <td {...roles.cell} className={cellStyles.desc}>
        <p>{row.desc}</p>
        {children}
        <RowNote row={row} />
      </td>
      <td {...roles.cell} className={cellStyles.need} data-label={row.needUnknown ? 'Parameters ' : 'Needs '}>
        <ParameterList row={row} />
      </td>
      <td {...roles.cell} className={cellStyles.status}>
        {row.status}
      </td>
      <td {...roles.cell} className={cellStyles.request}>
        <RequestText request={createExampleRequest(row, base, variant ?? undefined)} entryName={name} />
      </td>
      <td {...roles.cell} className={`${cellStyles.action} ${rowStyles.last}`}>
        <a
          className={styles.tryIt}
          href={`#${encodeURIComponent(getTryId(entry))}`}
          data-try={entry.id}
          aria-label={`Try it: ${name}`}
        >
          Try it
        </a>
      </td>
    </tr>
  )
}

function Operation({ entry: { row, variant } }: { readonly entry: Entry }) {
  const code = row.variants?.param === 'code' && variant ? variant.value : row.code
  const value = variant && row.variants?.param !== 'code' && ` ${row.variants?.param} ${variant.value}`
  return (
    <span className={styles.code}>
      {row.get === 'GET' && (
        <code>
          {code}
          {value}
        </code>
      )}
      {variant && <span className={styles.parentRow}>{row.name}</span>}
    </span>
  )
}

/** Whether the variants are expanded; opening a variant expands them. */
function useExpansion(hasOpenVariant: boolean) {
  const [isExpanded, setExpanded] = useState(hasOpenVariant)
  const [hadOpenVariant, setHadOpenVariant] = useState(hasOpenVariant)
  const toggleLink = useRef<HTMLAnchorElement>(null)
  if (hasOpenVariant !== hadOpenVariant) {
    setHadOpenVariant(hasOpenVariant)
    if (hasOpenVariant) setExpanded(true)
  }
  const close = () => {
    setExpanded(false)
    toggleLink.current?.focus()
  }
  return { isExpanded, toggleLink, toggle: () => setExpanded(!isExpanded), close }
}
