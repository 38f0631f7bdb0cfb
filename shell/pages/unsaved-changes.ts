import { createStore } from 'zustand/vanilla'

/** Whether leaving the page would lose what the visitor typed. */
export const unsavedChanges = createStore<boolean>(() => false)

/** Sets whether the shell asks before the visitor leaves the page. */
export function setUnsavedChanges(isUnsaved: boolean): void {
  unsavedChanges.setState(isUnsaved, true)
}
