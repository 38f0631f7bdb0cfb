import { useSyncExternalStore } from 'react'

const query = '(prefers-reduced-motion: reduce)'

/** Whether the visitor asked their system for less motion. Browser only. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia(query).matches
}

/** The same in a component, which renders again when the setting changes. Prerendered pages assume motion is fine. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, prefersReducedMotion, () => false)
}

function subscribe(listener: () => void): () => void {
  const list = window.matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}
