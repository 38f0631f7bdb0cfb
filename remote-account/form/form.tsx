import { useHost } from '@portico/kit/contract/contract.ts'
import { Alert } from '@portico/kit/ui/alert.tsx'
import { Button, type ButtonTone } from '@portico/kit/ui/button.tsx'
import { NoScriptNote } from '@portico/kit/ui/no-script-note.tsx'
import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'
import {
  type InputEvent,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import * as v from 'valibot'
import { type AccountError, findCookieProblem, toAccountError } from '../account-api/account-error.ts'
import { ErrorAlert } from './error-alert.tsx'
import type { FieldProps } from './field-props.ts'
import styles from './form.module.css'
import { type NativeForm, NativeResult, useFragmentResult } from './native-result.tsx'
import { readValues, useUnsavedChanges } from './use-unsaved-changes.ts'

interface FormProps {
  readonly form: FormState
  /** The label of the submit button. */
  readonly submit: string
  /** Announced while the request is running: `Logging in…`. */
  readonly busy: string
  readonly tone?: ButtonTone
  /** The fields. */
  readonly children?: ReactNode
}

/** Fields with their submit button. The result appears right above the button, where the visitor is looking. */
export function Form({ form, submit, busy, tone = 'primary', children }: FormProps) {
  return (
    <form className={styles.form} {...form.props}>
      {children}
      <ErrorAlert error={form.error} />
      {form.native && <NativeResult {...form.native} />}
      <Alert tone="success">{form.success}</Alert>
      {children && form.native === undefined && <NoScriptNote>This form needs JavaScript.</NoScriptNote>}
      <Button type="submit" tone={tone} busy={form.isBusy ? busy : null}>
        {submit}
      </Button>
    </form>
  )
}

interface FormOptions<Schema extends v.GenericSchema> {
  /** Begins the ids of the fields. A prerendered page needs one: hydration would generate others. */
  readonly id?: string
  readonly schema: Schema
  /** Sends the values. The message it returns is shown to the visitor. */
  readonly send: (values: v.InferOutput<Schema>) => Promise<string | undefined>
  /** True: the fields are emptied after success. */
  readonly resets?: boolean
  /** True: where the browser blocks cookies, the form says so from the start and sends nothing. */
  readonly needsCookies?: boolean
  /** True: the shell asks before the visitor leaves with changes that are not sent. */
  readonly asksBeforeLeaving?: boolean
  /** Missing: the form needs a script. */
  readonly native?: NativeForm
}

/** A form that validates by `schema`, sends one request at a time and shows its result. */
export function useForm<Schema extends v.GenericSchema>({
  id,
  schema,
  send,
  resets = false,
  needsCookies = false,
  asksBeforeLeaving = false,
  native,
}: FormOptions<Schema>) {
  const host = useHost()
  const form = useRef<HTMLFormElement>(null)
  const isSending = useRef(false) // State would come too late for a second click in the same tick.
  const [isBusy, setBusy] = useState(false)
  const { error, success, getFieldError, setResult, markEdited } = useFormResult(form, needsCookies, native)
  const isHydrating = useIsHydrating()
  const unsaved = useUnsavedChanges(form, asksBeforeLeaving)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending.current) return
    const problem = needsCookies ? findCookieProblem() : null
    if (problem !== null) return setResult({ error: problem })
    const values = readValues(event.currentTarget)
    const validated = v.safeParse(schema, values, { abortPipeEarly: true })
    if (!validated.success) return setResult({ fields: getMessages(validated.issues) })
    isSending.current = true
    setBusy(true)
    setResult({})
    try {
      setResult({ success: (await send(validated.output)) ?? null })
      unsaved.markSaved(values)
      if (resets) form.current?.reset()
    } catch (thrown) {
      const error = toAccountError(thrown)
      if (error.isFault) host.report(error)
      const fields = pickFieldsOfForm(form.current, error.fields)
      setResult(Object.keys(fields).length > 0 ? { fields } : { error })
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  return {
    isBusy,
    error,
    success,
    native,
    /** Removes every message and empties a field, for example when a new code has been sent. */
    clear(name: string) {
      const input = form.current?.elements.namedItem(name)
      if (input instanceof HTMLInputElement) input.value = ''
      setResult({})
    },
    /** Props for a field. */
    field: (name: string): FieldProps => ({
      id: id && `${id}-${name}`,
      name,
      error: getFieldError(name),
    }),
    /** Props for the `form` element. */
    props: {
      ref: form,
      method: 'post', // Without the script, the browser must not write a password into the URL.
      action: native?.action,
      // The browser's own bubbles disappear again, and are worded differently everywhere. Without the script, the
      // browser uses them.
      noValidate: !isHydrating,
      onSubmit: submit,
      onInput: ({ target }: InputEvent<HTMLFormElement>) => {
        if (target instanceof HTMLInputElement) markEdited(target.name)
        unsaved.compare()
      },
    },
  }
}

type FormState = Omit<ReturnType<typeof useForm>, 'field' | 'clear'>

type MessageByField = Readonly<Record<string, string>>

interface FormResult {
  readonly fields: MessageByField
  /** Errors that don't belong to a field. */
  readonly error: AccountError | null
  readonly success: string | null
}

const noResult: FormResult = { fields: {}, error: null, success: null }

/** The result of a submit. Focuses the first invalid field; a field is no longer shown as invalid once it is edited. */
function useFormResult(
  form: RefObject<HTMLFormElement | null>,
  needsCookies: boolean,
  native: NativeForm | undefined,
) {
  const [{ fields, error, success }, setState] = useState(noResult)
  const [edited, setEdited] = useState<readonly string[]>([])
  // Not in the first render: the build knows no browser.
  useLayoutEffect(() => {
    const problem = needsCookies ? findCookieProblem() : null
    if (problem !== null) setState({ ...noResult, error: problem })
  }, [needsCookies])
  useFragmentResult(native, (result) => setState({ ...noResult, ...result }))
  // In the same frame as the message, so that further typing goes to the right field.
  useLayoutEffect(() => focusFirstInvalid(form.current, fields), [form, fields])
  return {
    error,
    success,
    getFieldError: (name: string) => (edited.includes(name) ? undefined : fields[name]),
    setResult(result: Partial<FormResult>) {
      setEdited([])
      setState({ ...noResult, ...result })
    },
    markEdited: (name: string) => setEdited([...edited, name]),
  }
}

function focusFirstInvalid(form: HTMLFormElement | null, fields: MessageByField): void {
  const inputs = [...(form?.elements ?? [])].filter((element) => element instanceof HTMLInputElement)
  inputs.find(({ name }) => Object.hasOwn(fields, name))?.focus()
}

function getMessages(issues: readonly v.BaseIssue<unknown>[]): MessageByField {
  return Object.fromEntries(issues.map((issue) => [v.getDotPath(issue) ?? '', issue.message]))
}

/** Messages about fields that the form does not have would not be seen. */
function pickFieldsOfForm(form: HTMLFormElement | null, fields: MessageByField): MessageByField {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => form?.elements.namedItem(name)))
}
