import { shorten } from '../model/shorten.ts'
import type { MatchReason } from './explain-match.ts'
import type { Field } from './fields.ts'
import styles from './match-reasons.module.css'

/** The label of a match; a property or a category needs none. */
const fieldNames: Readonly<Record<Field, string>> = {
  name: ' name',
  alias: ' alias',
  operation: ' operation',
  parameter: ' parameter',
  property: '',
  category: '',
  description: ' description',
}

/** Why an entry matches, if its name doesn't show it. */
export function MatchReasons({ reasons }: { readonly reasons: readonly MatchReason[] }) {
  if (reasons.length === 0) return null
  return (
    <span className={styles.reasons}>
      {reasons.map(({ field, text, replacement }) => (
        <span key={field + text}>
          {replacement === null ? 'Matches' : 'Similar'}
          {fieldNames[field]}: <em>{replacement ?? shorten(text, maxCharacters)}</em>
        </span>
      ))}
    </span>
  )
}

const maxCharacters = 60
