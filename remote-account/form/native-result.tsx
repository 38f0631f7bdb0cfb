import { Alert } from '@portico/shared/ui/alert.tsx'
import { useIsHydrating } from '@portico/shared/use-is-hydrating.ts'
import { AccountError, type KnownCode } from '../account-api/account-error.ts'
import styles from './native-result.module.css'

/**
 * How the browser itself sends a form if scripts don't run. The server redirects to the page, or fills the result into
 * it.
 */
export interface NativeForm {
  /** Where the form is posted; the server accepts there what the script sends, too. */
  readonly action: string
  /** The errors that can occur and concern no field: the page has the text of each. */
  readonly problems: readonly KnownCode[]
  /** The fragment of a success after which the visitor stays on this page. */
  readonly success?: { readonly id: string; readonly message: string }
}

/** The result of a form that the browser itself has sent. From hydration on, the form shows it. */
export function NativeResult({ problems, success }: NativeForm) {
  return (
    <>
      {problems.map((code) => (
        <Target key={code} id={code} tone="danger" message={new AccountError({ code }).message} />
      ))}
      {success && <Target {...success} tone="success" />}
    </>
  )
}

interface TargetProps {
  readonly id: string
  readonly tone: 'danger' | 'success'
  readonly message: string
}

/** Shown if its id is the fragment of the address, or if the server has removed its class. Hydration keeps the element. */
function Target({ id, tone, message }: TargetProps) {
  const isHydrating = useIsHydrating()
  return (
    <div id={id} className={styles.result} data-result hidden={!isHydrating}>
      <Alert tone={tone}>{isHydrating ? message : null}</Alert>
    </div>
  )
}

/** Reads the result that the fragment `hash` names; null: none. */
export function readResult({ problems, success }: NativeForm, hash: string) {
  if (success !== undefined && hash === `#${success.id}`) return { success: success.message }
  const code = problems.find((known) => hash === `#${known}`)
  return code === undefined ? null : { error: new AccountError({ code }) }
}
