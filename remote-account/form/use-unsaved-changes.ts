import { useHost } from '@portico/kit/contract/contract.ts'
import { type RefObject, useLayoutEffect, useRef } from 'react'

type FormValues = Readonly<Record<string, FormDataEntryValue>>

/** The values of all fields. */
export function readValues(form: HTMLFormElement): FormValues {
  return Object.fromEntries(new FormData(form))
}

/** Tells the shell whether the values differ from the saved ones, until the form is gone. */
export function useUnsavedChanges(form: RefObject<HTMLFormElement | null>, isEnabled: boolean) {
  const { setUnsavedChanges } = useHost()
  const saved = useRef('')
  // In the same frame as the fields: a passive effect could come after the first change.
  useLayoutEffect(() => {
    if (!isEnabled || form.current === null) return
    saved.current = JSON.stringify(readValues(form.current))
    return () => setUnsavedChanges?.(false)
  }, [form, isEnabled, setUnsavedChanges])
  const compare = () => {
    if (isEnabled && form.current !== null)
      setUnsavedChanges?.(JSON.stringify(readValues(form.current)) !== saved.current)
  }
  return {
    compare,
    /** These values are saved now; the visitor may have continued typing. */
    markSaved(values: FormValues) {
      saved.current = JSON.stringify(values)
      compare()
    },
  }
}
