import type { ComponentProps } from 'react'
import styles from './toggle-button.module.css'

type ToggleButtonProps = Pick<
  ComponentProps<'button'>,
  'aria-expanded' | 'aria-controls' | 'aria-pressed' | 'children' | 'onClick'
>

/** A button next to a search field that shows whether it is on: what it opens, or what it changes. */
export function ToggleButton(props: ToggleButtonProps) {
  return <button type="button" className={styles.button} {...props} />
}
