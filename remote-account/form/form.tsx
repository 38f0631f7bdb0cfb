import { type Host, useHost } from '@portico/kit/contract/contract.ts'
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
export function useForm<Schema extends v.GenericSchema>(options: FormOptions<Schema>) {
  const { id, send, resets = false, needsCookies = false, asksBeforeLeaving = false, native } = options
  const host = useHost()
  const form = useRef<HTMLFormElement>(null)
  const { isBusy, isRunning, run } = useTask()
  const { error, success, getFieldError, setResult, markEdited } = useFormResult(form, needsCookies, native)
  const isHydrating = useIsHydrating()
  const unsaved = useUnsavedChanges(form, asksBeforeLeaving)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isRunning()) return
    const values = readValues(event.currentTarget)
    const checked = check(values, options)
    if ('failure' in checked) return setResult(checked.failure)
    setResult({})
    const sendChecked = async () => {
      setResult({ success: (await send(checked.output)) ?? null })
      unsaved.markSaved(values)
      if (resets) form.current?.reset()
    }
    void run(sendChecked, (thrown) => setResult(toFailure(form.current, thrown, host)))
  }

  return {
    isBusy,
    error,
    success,
    native,
    /** Removes every message and empties a field, for example when a new code has been sent. */
    clear(name: string) {
      emptyField(form.current, name)
      setResult({})
    },
    /** Props for a field. */
    field: (name: string): FieldProps => ({ id: id && `${id}-${name}`, name, error: getFieldError(name) }),
    /** Props for the `form` element. */
    props: {
      ref: form,
      method: 'post', // Without the script, the browser must not write a password into the URL.
      action: native?.action,
      // Without the script, the browser shows its bubbles. They disappear again, and are worded differently everywhere.
      noValidate: !isHydrating,
      onSubmit: submit,
      onInput: ({ target }: InputEvent<HTMLFormElement>) => {
        if (target instanceof HTMLInputElement) markEdited(target.name)
        unsaved.compare()
      },
    },
  }
}

type Checked<Schema extends v.GenericSchema> =
  | { readonly output: v.InferOutput<Schema> }
  | { readonly failure: Partial<FormResult> }

function check<Schema extends v.GenericSchema>(
  values: unknown,
  { schema, needsCookies = false }: FormOptions<Schema>,
): Checked<Schema> {
  const problem = needsCookies ? findCookieProblem() : null
  if (problem !== null) return { failure: { error: problem } }
  const validated = v.safeParse(schema, values, { abortPipeEarly: true })
  return validated.success
    ? { output: validated.output }
    : { failure: { fields: getMessages(validated.issues) } }
}

/** Runs a task, and knows whether it is running. */
function useTask() {
  const isRunning = useRef(false) // State would come too late for a second click in the same tick.
  const [isBusy, setBusy] = useState(false)
  return {
    isBusy,
    isRunning: () => isRunning.current,
    async run(task: () => Promise<void>, onFailed: (thrown: unknown) => void) {
      isRunning.current = true
      setBusy(true)
      try {
        await task()
      } catch (thrown) {
        onFailed(thrown)
      } finally {
        isRunning.current = false
        setBusy(false)
      }
    },
  }
}

/** What the visitor sees of a request that has failed: at its fields, or else at the button. */
function toFailure(form: HTMLFormElement | null, thrown: unknown, host: Host): Partial<FormResult> {
  const error = toAccountError(thrown)
  if (error.isFault) host.report(error)
  const fields = pickFieldsOfForm(form, error.fields)
  return Object.keys(fields).length > 0 ? { fields } : { error }
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

function emptyField(form: HTMLFormElement | null, name: string): void {
  const input = form?.elements.namedItem(name)
  if (input instanceof HTMLInputElement) input.value = ''
}

function getMessages(issues: readonly v.BaseIssue<unknown>[]): MessageByField {
  return Object.fromEntries(issues.map((issue) => [v.getDotPath(issue) ?? '', issue.message]))
}

/** Messages about fields that the form does not have would not be seen. */
function pickFieldsOfForm(form: HTMLFormElement | null, fields: MessageByField): MessageByField {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => form?.elements.namedItem(name)))
}
