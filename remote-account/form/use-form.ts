import { useHost } from '@portico/shared/contract/contract.ts'
import { type InputEvent, type SubmitEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import { toFailure } from '../account-api/account-error.ts'
import { type Errors, useOutcome } from './use-form-result.ts'

interface FormParts<Schema extends v.GenericSchema> {
  readonly schema: Schema
  /** Sends what was entered. What it returns is said to the visitor. */
  readonly send: (values: v.InferOutput<Schema>) => Promise<string | undefined>
  /** True: the fields are empty again afterwards. */
  readonly clears?: boolean
}

/** A form that checks by `schema`, sends once at a time, and says what came of it. */
export function useForm<Schema extends v.GenericSchema>({ schema, send, clears = false }: FormParts<Schema>) {
  const host = useHost()
  const form = useRef<HTMLFormElement>(null)
  const isSending = useRef(false) // state comes too late for a second press in the same moment
  const [isBusy, setBusy] = useState(false)
  const { failure, done, errorOf, settle, edit } = useOutcome(form)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending.current) return
    const values = Object.fromEntries(new FormData(event.currentTarget))
    const entered = v.safeParse(schema, values, { abortPipeEarly: true })
    if (!entered.success) return settle({ errors: messagesOf(entered.issues) })
    isSending.current = true
    setBusy(true)
    settle({})
    try {
      settle({ done: (await send(entered.output)) ?? null })
      if (clears) form.current?.reset()
    } catch (thrown) {
      const failure = toFailure(thrown)
      if (failure.isFault) host.report(failure)
      const errors = errorsIn(form.current, failure.fields)
      settle(Object.keys(errors).length > 0 ? { errors } : { failure })
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  return {
    isBusy,
    failure,
    done,
    /** What a `Field` needs to know. */
    field: (name: string) => ({ name, error: errorOf(name) }),
    /** What the `form` element needs to know. */
    props: {
      ref: form,
      noValidate: true, // the browser's bubbles go away again, and say it in their own words
      onSubmit: submit,
      onInput: ({ target }: InputEvent<HTMLFormElement>) => {
        if (target instanceof HTMLInputElement) edit(target.name)
      },
    },
  }
}

/** A form's state. */
export type FormState = Omit<ReturnType<typeof useForm>, 'field'>

function messagesOf(issues: readonly v.BaseIssue<unknown>[]): Errors {
  return Object.fromEntries(issues.map((issue) => [v.getDotPath(issue) ?? '', issue.message]))
}

/** Only those of fields that the form has; the rest would not be seen. */
function errorsIn(form: HTMLFormElement | null, errors: Errors): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => form?.elements.namedItem(name)))
}
