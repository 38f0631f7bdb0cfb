import { type RefObject, useLayoutEffect, useState } from 'react'
import type { AccountFailure } from '../account-api/account-error.ts'

/** Message by field. */
export type Errors = Readonly<Record<string, string>>

interface Outcome {
  readonly errors: Errors
  readonly failure: AccountFailure | null
  /** What was done, for the visitor. */
  readonly done: string | null
}

const nothing: Outcome = { errors: {}, failure: null, done: null }

/** What came of a submit. Puts the focus on the first wrong field; a field that is edited is no longer called wrong. */
export function useOutcome(form: RefObject<HTMLFormElement | null>) {
  const [{ errors, failure, done }, setOutcome] = useState(nothing)
  const [edited, setEdited] = useState<readonly string[]>([])
  // With the message, not a moment after it: what is typed meanwhile goes to the right field.
  useLayoutEffect(() => focusFirst(form.current, errors), [form, errors])
  return {
    failure,
    done,
    errorOf: (name: string) => (edited.includes(name) ? undefined : errors[name]),
    /** Forgets what came before. */
    settle(changes: Partial<Outcome>) {
      setEdited([])
      setOutcome({ ...nothing, ...changes })
    },
    edit: (name: string) => setEdited([...edited, name]),
  }
}

function focusFirst(form: HTMLFormElement | null, errors: Errors): void {
  const inputs = [...(form?.elements ?? [])].filter((element) => element instanceof HTMLInputElement)
  inputs.find(({ name }) => Object.hasOwn(errors, name))?.focus()
}
