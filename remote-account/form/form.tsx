import { Alert } from '@portico/shared/ui/alert.tsx'
import { Button, type ButtonTone } from '@portico/shared/ui/button.tsx'
import type { ReactNode } from 'react'
import { ErrorAlert } from './error-alert.tsx'
import styles from './form.module.css'
import type { FormState } from './use-form.ts'

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
      <Alert tone="success">{form.success}</Alert>
      <Button type="submit" tone={tone} busy={form.isBusy ? busy : null}>
        {submit}
      </Button>
    </form>
  )
}
