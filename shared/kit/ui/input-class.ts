import styles from './input.module.css'

/** The class for an input, select or textarea outside a `FormField`, for example a search field. */
export function getInputClass(): string | undefined {
  return styles.input
}
