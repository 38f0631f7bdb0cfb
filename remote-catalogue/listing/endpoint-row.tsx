import { useId, useRef, useState } from 'react'
import type { Row } from '../data/schema.ts'
import { Parameters } from '../parameters/parameters.tsx'
import { exampleRequest } from '../request/example-request.ts'
import { Request } from '../request/request.tsx'
import { VariantList } from '../variants/variant-list.tsx'
import { VariantToggle } from '../variants/variant-toggle.tsx'
import styles from './endpoint-table.module.css'
import { Marks } from './marks.tsx'
import { roles } from './table-roles.ts'

interface EndpointRowProps {
  readonly row: Row
  readonly base: string
}

/** One endpoint, with its variants below it while they are unfolded. */
export function EndpointRow({ row, base }: EndpointRowProps) {
  const [isOpen, setOpen] = useState(false)
  const panelId = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    toggle.current?.focus()
  }
  const { variants } = row
  return (
    <>
      <tr {...roles.row} className={styles.row}>
        <td {...roles.cell} className={styles.method}>
          <span className={styles.badge} data-method={row.get}>
            {row.get}
          </span>
        </td>
        <th {...roles.rowHeader} className={styles.name}>
          <span className={styles.title}>
            {row.name} <Marks row={row} />
          </span>
          {row.get === 'GET' && <code className={styles.code}>{row.code}</code>}
        </th>
        <td {...roles.cell} className={styles.desc}>
          <p>{row.desc}</p>
          {row.note && <p className={styles.note}>{row.note}</p>}
          {row.privacy && <p className={styles.note}>{row.privacy}</p>}
          {variants && (
            <VariantToggle
              ref={toggle}
              isOpen={isOpen}
              panelId={panelId}
              label={`${variants.items.length} ${variants.noun}`}
              of={row.name}
              onToggle={() => setOpen(!isOpen)}
            />
          )}
        </td>
        <td {...roles.cell} className={styles.need} data-label="Required parameters">
          <Parameters row={row} />
        </td>
        <td {...roles.cell} className={styles.status}>
          {row.status}
        </td>
        <td {...roles.cell} className={styles.request}>
          <Request request={exampleRequest(row, base)} of={row.name} />
        </td>
      </tr>
      {variants && isOpen && (
        <tr {...roles.row} className={styles.unfolded}>
          <td {...roles.cell} id={panelId} colSpan={6}>
            <VariantList row={row} variants={variants} base={base} onClose={close} />
          </td>
        </tr>
      )}
    </>
  )
}
