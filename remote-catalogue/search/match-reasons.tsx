import type { Reason } from './explain-match.ts'
import type { Field } from './fields.ts'
import styles from './match-reasons.module.css'

const fieldNames: Readonly<Record<Field, string>> = {
  name: 'name',
  alias: 'alias',
  operation: 'operation',
  parameter: 'parameter',
  category: 'row or category',
  description: 'description',
}

/** Why an entry was found, where its name does not show it. */
export function ReasonLine({ reasons }: { readonly reasons: readonly Reason[] }) {
  if (reasons.length === 0) return null
  return (
    <span className={styles.reason}>
      {reasons.map(({ field, text, instead }) => (
        <span key={field + text}>
          {instead === null ? 'Matched' : 'Similar'} {fieldNames[field]}: <em>{instead ?? excerpt(text)}</em>
        </span>
      ))}
    </span>
  )
}

/** A description says itself what it is; its beginning is enough. */
const excerptLength = 60

function excerpt(text: string): string {
  return text.length <= excerptLength ? text : `${text.slice(0, excerptLength).trimEnd()}…`
}
