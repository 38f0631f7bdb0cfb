import { Button } from '@portico/kit/ui/button.tsx'
import { TextField } from '@portico/kit/ui/text-field.tsx'
import type { ExtraParameter, ExtraParameterError } from '../build-request.ts'
import styles from './request-form.module.css'

interface ExtraParametersProps {
  readonly extras: readonly ExtraParameter[]
  readonly errors: readonly ExtraParameterError[]
  readonly onChange: (extras: readonly ExtraParameter[]) => void
}

/** Lets the visitor add undocumented parameters. */
export function ExtraParameters({ extras, errors, onChange }: ExtraParametersProps) {
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
