import styles from './input.module.css'

/** The class for an input, a select or a textarea that `Field` does not draw, for example one that searches. */
export function getInputClass(): string | undefined {
  return styles.input
}
