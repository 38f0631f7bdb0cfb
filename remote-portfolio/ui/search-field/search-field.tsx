import searchIcon from '@lucide/icons/icons/search'
import { Icon } from '@portico/shared/ui/icon.tsx'
import { getInputClass } from '@portico/shared/ui/input-class.ts'
import { useId } from 'react'
import styles from './search-field.module.css'

interface SearchFieldProps {
  readonly label: string
  readonly text: string
  onChange(text: string): void
}

/** A field that searches as you type. */
export function SearchField({ label, text, onChange }: SearchFieldProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form, so that Enter closes a phone's keyboard
    <form role="search" className={styles.search} onSubmit={(event) => event.preventDefault()}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <span className={styles.control}>
        <Icon icon={searchIcon} />
        <input
          id={id}
          className={`${getInputClass()} ${styles.input}`}
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
    </form>
  )
}
