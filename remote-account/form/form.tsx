import { Alert } from '@portico/shared/ui/alert.tsx'
import { Button, type ButtonTone } from '@portico/shared/ui/button.tsx'
import type { ReactNode } from 'react'
import { FailureNotice } from './error-alert.tsx'
import styles from './form.module.css'
import type { FormState } from './use-form.ts'

interface FormProps {
  readonly form: FormState
  /** The button's name. */
  readonly submit: string
  /** What is being done while it is being done: `Logging in…`. */
  readonly busy: string
  readonly tone?: ButtonTone
  /** The fields. */
  readonly children?: ReactNode
}

/** Fields with their button; what happened is said right above it, where the visitor looks. */
export function Form({ form, submit, busy, tone = 'primary', children }: FormProps) {
  return (
    <form className={styles.form} {...form.props}>
      {children}
      <FailureNotice failure={form.failure} />
      <Alert tone="success">{form.done}</Alert>
      <Button type="submit" tone={tone} busy={form.isBusy ? busy : null}>
        {submit}
      </Button>
    </form>
  )
}
