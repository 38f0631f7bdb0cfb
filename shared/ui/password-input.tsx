import { type ComponentProps, useEffect, useRef, useState } from 'react'
import styles from './password-input.module.css'

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'ref' | 'type'> {
  /** What is shown and hidden, in words: `password`, `new password`. */
  readonly what: string
}

/** An input for a password that can be shown; sending its form hides it again. */
export function PasswordInput({ what, ...rest }: PasswordInputProps) {
  const [isShown, setShown] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // A browser keeps what a plain field of a sent form held, and suggests it to the next person.
  useEffect(() => {
    const form = input.current?.form
    const hide = () => setShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])
  const word = isShown ? 'Hide' : 'Show'
  return (
    <span className={styles.place}>
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
        aria-label={`${word} ${what}`}
        onClick={() => setShown(!isShown)}
      >
        {word}
      </button>
    </span>
  )
}
