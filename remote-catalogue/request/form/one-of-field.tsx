import type { Parameter } from '@portico/kit/api/parameter.ts'
import type { Values } from '@portico/kit/api/validate-values.ts'
import { useState } from 'react'
import type { Row } from '../../data/schema.ts'
import { ParameterField } from './parameter-field.tsx'
import styles from './request-form.module.css'

interface OneOfFieldProps {
  readonly row: Row
  /** The parameters of which exactly one is sent. */
  readonly group: readonly Parameter[]
  readonly values: Values
  readonly error: string | undefined
  readonly onChange: (values: Values) => void
}

/** Alternatives of which exactly one is sent: the visitor picks one. */
export function OneOfField({ row, group, values, error, onChange }: OneOfFieldProps) {
  const filled = group.find(({ name }) => values[name] !== undefined && values[name] !== '')
  const [selected, setSelected] = useState(filled?.name ?? group[0]?.name)
  const parameter = group.find(({ name }) => name === selected)
  const select = (name: string) => {
    setSelected(name)
    const cleared = Object.fromEntries(group.map((other) => [other.name, '']))
    onChange({ ...cleared, [name]: row.example[name] ?? row.alternatives?.[name] ?? '' })
  }
  return (
    <fieldset className={styles.oneOf}>
      <legend>Exactly one of</legend>
      <div className={styles.options}>
        {group.map(({ name }) => (
          <label key={name}>
            <input type="radio" checked={name === selected} onChange={() => select(name)} />
            <code>{name}</code>
          </label>
        ))}
      </div>
      {parameter && (
        <ParameterField
          row={row}
          parameter={parameter}
          value={values[parameter.name] ?? ''}
          error={error}
          onChange={(value) => onChange({ [parameter.name]: value })}
        />
      )}
    </fieldset>
  )
}
