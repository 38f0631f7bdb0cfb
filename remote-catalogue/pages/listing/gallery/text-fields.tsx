import type { Values } from '@portico/kit/api/validate-values.ts'
import { getInputClass } from '@portico/kit/ui/input-class.ts'
import styles from './gallery.module.css'

interface TextFieldsProps {
  /** By the name of the parameter. */
  readonly texts: Values
  readonly onChange: (texts: Values) => void
}

const labels: Readonly<Record<string, string>> = {
  text: 'Your text',
  text_1: 'First text',
  text_2: 'Second text',
}

/** The texts that every style is shown with. */
export function TextFields({ texts, onChange }: TextFieldsProps) {
  const names = Object.keys(texts)
  if (names.length === 0) return null
  return (
    <div className={styles.fields}>
      {names.map((name) => (
        <div key={name} className={styles.field}>
          <label htmlFor={`gallery-${name}`}>{labels[name] ?? name}</label>
          <input
            id={`gallery-${name}`}
            className={getInputClass()}
            value={texts[name] ?? ''}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => onChange({ ...texts, [name]: target.value })}
          />
        </div>
      ))}
    </div>
  )
}
