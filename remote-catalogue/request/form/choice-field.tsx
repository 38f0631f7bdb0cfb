import { FormField } from '@portico/kit/ui/form-field.tsx'

interface ChoiceFieldProps {
  readonly label: string
  readonly error: string | undefined
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly required: boolean
  readonly onChange: (value: string) => void
}

/** The field of a parameter that takes one of several values. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, error, value, options, required, onChange } = props
  const isOther = value !== '' && !options.some((option) => option.value === value)
  return (
    <FormField label={label} error={error}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
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
