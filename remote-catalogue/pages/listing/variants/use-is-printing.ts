import { useSyncExternalStore } from 'react'

/** Whether the page is being printed. React renders the change before the browser lays out the paper. */
export function useIsPrinting(): boolean {
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
