import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { createKey } from '../navigation/create-location.ts'
import { useNavigation } from '../navigation/navigation-provider.tsx'
import actionStyles from '../remotes/failure-actions.module.css'
import styles from './leave-guard.module.css'
import { unsavedChanges } from './unsaved-changes.ts'

/** Asks before the visitor leaves a page with unsaved changes. */
export function LeaveGuard() {
  const isUnsaved = useSyncExternalStore(unsavedChanges.subscribe, unsavedChanges.getState, getNone)
  return isUnsaved && <ActiveGuard />
}

const getNone = () => false

function ActiveGuard() {
  const navigation = useNavigation()
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(() => {
    // The browser shows its own text.
    const askBeforeUnload = (event: BeforeUnloadEvent) => {
      if (unsavedChanges.getState()) event.preventDefault() // once they are given up, React renders that later
    }
    addEventListener('beforeunload', askBeforeUnload)
    return () => removeEventListener('beforeunload', askBeforeUnload)
  }, [])
  useEffect(
    () =>
      navigation.block((from, to, proceed) => {
        if (from.pathname === to.pathname) return false
        setQuestion({ id: createKey(), leave: proceed })
        return true
      }),
    [navigation],
  )
  if (question === null) return null
  const close = () => setQuestion((latest) => (latest === question ? null : latest))
  const handleLeave = () => {
    close()
    question.leave()
  }
  return <LeaveDialog key={question.id} onStay={close} onLeave={handleLeave} />
}

/** Each has its own dialog: the browser reports later that one has been closed, when the next may already be open. */
interface Question {
  readonly id: string
  leave(): void
}

function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    // A modal dialog keeps the focus inside and returns it when it closes.
    dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onStay}
    >
      <h2 id={`${id}-title`} className={styles.title}>
        Leave without saving?
      </h2>
      <p id={`${id}-text`} className={styles.text}>
        Your changes on this page will be lost.
      </p>
      <p className={styles.actions}>
        <button className={actionStyles.action} type="button" onClick={() => dialog.current?.close()}>
          Keep editing
        </button>
        <button className={actionStyles.quiet} type="button" onClick={onLeave}>
          Leave
        </button>
      </p>
    </dialog>
  )
}
