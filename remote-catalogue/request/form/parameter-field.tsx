import { isNumeric } from '@portico/kit/api/describe-range.ts'
import type { Parameter } from '@portico/kit/api/parameter.ts'
import { parseNumber } from '@portico/kit/api/validate-values.ts'
import { FormField } from '@portico/kit/ui/form-field.tsx'
import { TextField } from '@portico/kit/ui/text-field.tsx'
import type { Row } from '../../data/schema.ts'
import { describeConstraint } from '../../model/parameter.ts'
import styles from './parameter-field.module.css'

/** Ranges up to this width have a step of 0.1. */
const maxFineWidth = 10

interface ParameterFieldProps {
  readonly row: Row
  readonly parameter: Parameter
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** The field of a parameter, with its documented constraints. */
export function ParameterField({ row, parameter, value, error, onChange }: ParameterFieldProps) {
  const { name, required, choices } = parameter
  const label = `${name} (${required ? 'required' : 'optional'})`
  const example = row.example[name] ?? row.alternatives?.[name]
  const options = getVariantOptions(row, name) ?? choices?.map((choice) => ({ value: choice, label: choice }))
  if (required && options?.length === 1) return <FixedValue name={name} value={value} />
  if (options)
    return (
      <ChoiceField
        name={name}
        label={label}
        error={error}
        value={value}
        options={options}
        required={required}
        onChange={onChange}
      />
    )
  const slider = getSliderRange(parameter)
  return (
    <div className={styles.field}>
      <TextField
        label={label}
        name={name}
        hint={describeConstraint(row, name) ?? undefined}
        error={error}
        value={value}
        placeholder={example && `for example ${example}`}
        inputMode={isNumeric(parameter) ? 'text' : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
      {slider && (
        <input
          type="range"
          className={styles.slider}
          aria-label={`${name} slider`}
          {...slider}
          value={parseNumber(value) ?? 0}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </div>
  )
}

/** A parameter that takes one value only. */
function FixedValue({ name, value }: Pick<Parameter, 'name'> & { readonly value: string }) {
  return (
    <p className={styles.fixed}>
      <span>{name}</span> fixed: {value}
    </p>
  )
}

/** The variants by their names, where the parameter picks one. */
function getVariantOptions({ variants }: Row, name: string) {
  if (variants?.param !== name) return undefined
  return variants.items.map(({ value, name: label }) => ({
    value: String(value),
    label: `${value} ${label}`,
  }))
}

/** Range and step of a parameter's slider, which stops short of exclusive ends; null without a bound. */
function getSliderRange({ bound }: Parameter): { min: number; max: number; step: number } | null {
  if (bound === undefined) return null
  const step = bound.max - bound.min <= maxFineWidth ? 0.1 : 1
  const inset = bound.exclusive ? step : 0
  return { min: bound.min + inset, max: bound.max - inset, step }
}

interface ChoiceFieldProps {
  readonly name: string
  readonly label: string
  readonly error: string | undefined
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly required: boolean
  readonly onChange: (value: string) => void
}

/** The field of a parameter that takes one of several values. */
function ChoiceField(props: ChoiceFieldProps) {
  const { name, label, error, value, options, required, onChange } = props
  const isOther = value !== '' && !options.some((option) => option.value === value)
  return (
    <FormField label={label} error={error}>
      {(control) => (
        <select {...control} name={name} value={value} onChange={({ target }) => onChange(target.value)}>
          {(!required || value === '') && <option value="">(none)</option>}
          {isOther && <option value={value}>{value}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FormField>
  )
}
