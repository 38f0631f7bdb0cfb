import type { Row } from '../../data/schema.ts'
import { describeValue, getOptionalParameters, getRequiredParameters } from '../../model/parameter.ts'
import styles from './parameter-list.module.css'

/** The required parameters of a row with their constraints, followed by the optional ones. */
export function ParameterList({ row }: { readonly row: Row }) {
  if (row.needUnknown) return <span className={styles.none}>undocumented</span>
  const required = getRequiredParameters(row)
  const optional = getOptionalParameters(row)
  return (
    <>
      {required.length === 0 && <span className={styles.none}>none</span>}
      <Names
        row={row}
        names={required.filter(({ names }) => names.length === 1).flatMap(({ names }) => names)}
      />
      {required
        .filter(({ names }) => names.length > 1)
        .map(({ names }) => (
          <Names key={names[0]} row={row} names={names} label="one of" />
        ))}
      <Names row={row} names={optional} label="optional" />
    </>
  )
}

interface NamesProps {
  readonly row: Row
  readonly names: readonly string[]
  readonly label?: string
}

function Names({ row, names, label }: NamesProps) {
  if (names.length === 0) return null
  return (
    <>
      {label && <span className={styles.label}>{label}</span>}
      <ul className={styles.names}>
        {names.map((name) => (
          <li key={name}>
            <code>{name}</code>
            <Constraint>{describeValue(row, name)}</Constraint>
          </li>
        ))}
      </ul>
    </>
  )
}

function Constraint({ children }: { readonly children: string | null }) {
  return children === null ? null : <span className={styles.constraint}> {children}</span>
}
