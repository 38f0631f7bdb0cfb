import searchIcon from '@lucide/icons/icons/search'
import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'
import { getInputClass } from './input-class.ts'
import styles from './search-field.module.css'

interface SearchFieldProps extends Pick<ComponentProps<'input'>, 'ref' | 'name' | 'onFocus' | 'onKeyDown'> {
  /** Its accessible name, also shown while it is empty. */
  readonly label: string
  readonly text: string
  readonly onTextChange: (text: string) => void
  /** Where Enter leads while no script handles it; the text is in the query as `name`. */
  readonly action?: string
}

/** A field that searches as you type, as wide as its container. */
export function SearchField({ label, text, onTextChange, action, ...rest }: SearchFieldProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form, so that Enter closes a phone's keyboard
    <form
      role="search"
      className={styles.search}
      action={action}
      onSubmit={(event) => event.preventDefault()}
    >
      <Icon icon={searchIcon} className={styles.icon} />
      <input
        {...rest}
        className={`${getInputClass()} ${styles.input}`}
        type="search"
        aria-label={label}
        placeholder={label}
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        onChange={({ target }) => onTextChange(target.value)}
      />
    </form>
  )
}
