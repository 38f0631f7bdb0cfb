import type { ComponentProps } from 'react'
import styles from './text-button.module.css'

/** A button as low as a line of text, for the rows of a table. */
export function TextButton(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button {...props} type="button" className={styles.button} />
}
