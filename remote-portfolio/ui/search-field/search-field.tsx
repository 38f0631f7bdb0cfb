import searchIcon from '@lucide/icons/icons/search'
import { Icon } from '@portico/shared/ui/icon.tsx'
import { getInputClass } from '@portico/shared/ui/input-class.ts'
import { useId } from 'react'
import styles from './search-field.module.css'

interface SearchFieldProps {
  readonly label: string
  readonly text: string
  change(text: string): void
}

/** A field that searches while the visitor types. */
export function SearchField({ label, text, change }: SearchFieldProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: as a form, so that Enter closes the keyboard of a phone
    <form role="search" className={styles.search} onSubmit={(event) => event.preventDefault()}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <span className={styles.line}>
        <Icon icon={searchIcon} />
        <input
          id={id}
          className={`${getInputClass()} ${styles.input}`}
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
      </span>
    </form>
  )
}
