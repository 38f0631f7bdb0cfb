import { Alert } from '@portico/kit/ui/alert.tsx'
import { Button } from '@portico/kit/ui/button.tsx'
import { TextField } from '@portico/kit/ui/text-field.tsx'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './reason-dialog.module.css'

interface ReasonDialogProps {
  /** The question, such as `Pause the rollout of 2.1.0?` */
  readonly title: string
  /** Who is affected, in numbers, and further fields. */
  readonly children: ReactNode
  /** What the button does, such as `Pause`. */
  readonly action: string
  /** What can't be taken back from visitors, or takes something away from them. */
  readonly isDangerous?: boolean
  readonly reason: 'required' | 'optional' | 'none'
  /** Does it, with the reason, which is empty if there is none. Returns what has happened; an error's message is shown, and it can be tried again. */
  readonly onConfirm: (reason: string, form: FormData) => Promise<ReactNode>
  readonly onClose: () => void
}

/** Asks before a change of what visitors get, says why it failed, and what came of it. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, children, action, isDangerous = false, reason, onConfirm, onClose } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [result, setResult] = useState<ReactNode>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const confirm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setProblem(null)
    try {
      setResult(await onConfirm(String(form.get('reason') ?? '').trim(), form))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  const isDone = result !== null
  // Not where the button is: a row that moves in its table would close the dialog.
  return createPortal(
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="dialog-title" onClose={onClose}>
      <form className={styles.form} onSubmit={(event) => void confirm(event)}>
        <h2 id="dialog-title" className={styles.title}>
          {title}
        </h2>
        {!isDone && children}
        {!isDone && reason !== 'none' && (
          <TextField
            label={reason === 'required' ? 'Reason' : 'Reason (optional)'}
            name="reason"
            hint="Everyone sees it in the log and in notifications."
            required={reason === 'required'}
            maxLength={500}
            autoComplete="off"
          />
        )}
        <Alert tone="danger">{problem}</Alert>
        <Alert tone="success">{result}</Alert>
        <div className={styles.buttons}>
          {!isDone && (
            <Button
              type="submit"
              tone={isDangerous ? 'danger' : 'primary'}
              busy={isBusy ? `${action} …` : null}
            >
              {action}
            </Button>
          )}
          <Button tone="secondary" onClick={() => dialog.current?.close()}>
            {isDone ? 'Close' : 'Cancel'}
          </Button>
        </div>
      </form>
    </dialog>,
    document.body,
  )
}
