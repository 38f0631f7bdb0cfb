import type { ComponentProps } from 'react'
import styles from './small-button.module.css'

/** A button for what is beside the point: it stands back behind the buttons of the kit. */
export function SmallButton(props: Omit<ComponentProps<'button'>, 'className' | 'type'>) {
  return <button type="button" className={styles.small} {...props} />
}
