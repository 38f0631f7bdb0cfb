import type { Parameter } from '@portico/kit/api/parameter.ts'
import type { Values } from '@portico/kit/api/validate-values.ts'
import { formatCount, pluralize } from '@portico/kit/format.ts'
import { Button } from '@portico/kit/ui/button.tsx'
import { TextField } from '@portico/kit/ui/text-field.tsx'
import { useState } from 'react'
import type { Row } from '../../data/schema.ts'
import type { Entry } from '../../model/entry.ts'
import { getParameters } from '../../model/parameter.ts'
import type { ExtraParameter } from '../build-request.ts'
import type { ExtraParameterError } from '../validate-request.ts'
import { ParameterField } from './parameter-field.tsx'
import styles from './request-form.module.css'
import type { RequestFormState } from './use-request-form.ts'

interface RequestFormProps {
  readonly entry: Entry
  readonly form: RequestFormState
}

/** A form for an entry's parameters, initially filled with the example. */
export function RequestForm({ entry: { row, variant }, form }: RequestFormProps) {
  const { values, errors, extras, extraErrors, change, changeExtras } = form
  const variantParam = variant ? row.variants?.param : undefined
  const parameters = getParameters(row).filter(({ name }) => name !== variantParam)
  const groups = groupAlternatives(parameters)
  const getError = (name: string) => errors.find(({ names }) => names.includes(name))?.reason
  return (
    <div ref={form.element} className={styles.form}>
      {parameters.length === 0 && !row.needUnknown && <p>No parameters.</p>}
      {groups.map((group) => {
        const [first] = group
        if (first === undefined) return null
        if (group.length > 1) {
          return (
            <OneOfField
              key={first.name}
              row={row}
              group={group}
              values={values}
              error={getError(first.name)}
              onChange={change}
            />
          )
        }
        return (
          <ParameterField
            key={first.name}
            row={row}
            parameter={first}
            value={values[first.name] ?? ''}
            error={getError(first.name)}
            onChange={(value) => change({ [first.name]: value })}
          />
        )
      })}
      {row.needUnknown && <ExtraParameters extras={extras} errors={extraErrors} onChange={changeExtras} />}
      <InvalidValues form={form} />
    </div>
  )
}

/** Reports invalid values and lets the visitor use them anyway. */
function InvalidValues({
  form: { errors, extraErrors, sendAnyway, setSendAnyway },
}: Pick<RequestFormProps, 'form'>) {
  const count = errors.length + extraErrors.length
  if (count === 0) return null
  return (
    <div className={styles.invalid}>
      <p>
        {formatCount(count, 'invalid value')}. Fix {pluralize(count, 'it', 'them')} to copy or send.
      </p>
      <label>
        <input
          type="checkbox"
          checked={sendAnyway}
          onChange={({ target }) => setSendAnyway(target.checked)}
        />
        Send anyway
      </label>
    </div>
  )
}

/** Single parameters, and alternatives of which exactly one is required. */
function groupAlternatives(parameters: readonly Parameter[]): Parameter[][] {
  return parameters.flatMap((parameter) => {
    if (!parameter.oneOf) return [[parameter]]
    return parameter.oneOf[0] === parameter.name
      ? [parameters.filter(({ oneOf }) => oneOf?.[0] === parameter.name)]
      : []
  })
}

interface ExtraParametersProps {
  readonly extras: readonly ExtraParameter[]
  readonly errors: readonly ExtraParameterError[]
  readonly onChange: (extras: readonly ExtraParameter[]) => void
}

/** Lets the visitor add undocumented parameters. */
function ExtraParameters({ extras, errors, onChange }: ExtraParametersProps) {
  const changeAt = (index: number, part: Partial<ExtraParameter>) =>
    onChange(extras.map((extra, at) => (at === index ? { ...extra, ...part } : extra)))
  return (
    <fieldset className={styles.extras}>
      <legend>Undocumented parameters</legend>
      <p>
        The API doesn’t document this operation’s parameters. Add the ones you know; they aren’t validated.
      </p>
      {extras.map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and they don't move
        <div key={index} className={styles.extra}>
          <TextField
            label={`Name ${index + 1}`}
            name={`extra-name-${index}`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.find((error) => error.index === index)?.reason}
            value={name}
            onChange={({ target }) => changeAt(index, { name: target.value })}
          />
          <TextField
            label={`Value ${index + 1}`}
            name={`extra-value-${index}`}
            autoComplete="off"
            value={value}
            onChange={({ target }) => changeAt(index, { value: target.value })}
          />
        </div>
      ))}
      <Button tone="secondary" onClick={() => onChange([...extras, { name: '', value: '' }])}>
        Add a parameter
      </Button>
    </fieldset>
  )
}

interface OneOfFieldProps {
  readonly row: Row
  /** The parameters of which exactly one is sent. */
  readonly group: readonly Parameter[]
  readonly values: Values
  readonly error: string | undefined
  readonly onChange: (values: Values) => void
}

/** Alternatives of which exactly one is sent: the visitor picks one. */
function OneOfField({ row, group, values, error, onChange }: OneOfFieldProps) {
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
