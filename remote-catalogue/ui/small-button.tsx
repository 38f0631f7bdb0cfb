import type { ComponentProps } from 'react'
import styles from './small-button.module.css'

/** A small button for secondary actions, quieter than the buttons of the UI kit. */
export function SmallButton(props: Omit<ComponentProps<'button'>, 'className' | 'type'>) {
  return <button type="button" className={styles.small} {...props} />
}
