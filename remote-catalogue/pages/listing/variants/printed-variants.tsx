import type { Variants } from '../../../data/schema.ts'
import styles from './printed-variants.module.css'
import { useIsPrinting } from './use-is-printing.ts'

/** More would take more than a few lines. */
const longCount = 30

/** The variants of a row in a few lines, for printing a category with collapsed rows. */
export function PrintedVariants({ variants: { param, noun, items } }: { readonly variants: Variants }) {
  // Hundreds of names for each row, which only paper shows.
  if (!useIsPrinting()) return null
  // Non-breaking: no line starts with a dot, and no number is separated from its name.
  const names = items.map(({ value, name }) => `${value}\u00a0${name}`).join('\u00a0· ')
  return (
    <p className={styles.printed} data-long={items.length > longCount || undefined}>
      {items.length} {noun}, by <code>{param}</code>: {names}
    </p>
  )
}
