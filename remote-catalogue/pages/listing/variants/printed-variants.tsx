import { useSyncExternalStore } from 'react'
import type { Variants } from '../../../data/schema.ts'
import styles from './printed-variants.module.css'

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

/** Whether the page is being printed. React renders the change before the browser lays out the paper. */
function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, isPrinting, notInBuild)
}

// Firefox and Safari lay out paper without a change of the medium; Chromium's print preview and its PDFs fire the events, too.
const events = ['beforeprint', 'afterprint'] as const
let isBetweenEvents = false

function subscribe(onChange: () => void): () => void {
  const onEvent = ({ type }: Event) => {
    isBetweenEvents = type === 'beforeprint'
    onChange()
  }
  const medium = matchMedia('print')
  for (const event of events) addEventListener(event, onEvent)
  medium.addEventListener('change', onChange)
  return () => {
    for (const event of events) removeEventListener(event, onEvent)
    medium.removeEventListener('change', onChange)
  }
}

const isPrinting = () => isBetweenEvents || matchMedia('print').matches
const notInBuild = () => false
