import { type ComponentProps, useEffect, useRef, useState } from 'react'
import styles from './password-input.module.css'

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'ref' | 'type'> {
  /** What the toggle shows and hides: `password`, `new password`. */
  readonly label: string
}

/** A password input with a show/hide toggle. Submitting the form hides the password again. */
export function PasswordInput({ label, ...rest }: PasswordInputProps) {
  const [isShown, setShown] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // Browsers remember the values of text inputs in submitted forms and would suggest the password to the next person.
  useEffect(() => {
    const form = input.current?.form
    const hide = () => setShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])
  const action = isShown ? 'Hide' : 'Show'
  return (
    <span className={styles.container}>
      <input
        {...rest}
        ref={input}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <button
        type="button"
        className={styles.toggle}
        aria-label={`${action} ${label}`}
        onClick={() => setShown(!isShown)}
      >
        {action}
      </button>
    </span>
  )
}
