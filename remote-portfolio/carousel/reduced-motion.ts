import { useSyncExternalStore } from 'react'

const query = '(prefers-reduced-motion: reduce)'

/** Whether the visitor asked their system for less motion; not so in what the build renders for everybody. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, read, () => false)
}

function subscribe(listener: () => void): () => void {
  const list = window.matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

function read(): boolean {
  return window.matchMedia(query).matches
}
