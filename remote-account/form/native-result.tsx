import { useLocation, useNavigate } from '@portico/kit/contract/router.ts'
import { Alert } from '@portico/kit/ui/alert.tsx'
import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'
import { type ReactNode, useEffectEvent, useLayoutEffect } from 'react'
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
  /** What helps with a problem, after its text. */
  readonly problemLinks?: Readonly<Partial<Record<KnownCode, ReactNode>>>
  /** The fragment of a success after which the visitor stays on this page. */
  readonly success?: { readonly id: string; readonly message: string }
}

/** The result of a form that the browser itself has sent. From hydration on, `useFragmentResult` passes it on. */
export function NativeResult({ problems, problemLinks, success }: Omit<NativeForm, 'action'>) {
  return (
    <>
      {problems.map((code) => (
        <Target key={code} id={code} tone="danger" message={new AccountError({ code }).message}>
          {problemLinks?.[code]}
        </Target>
      ))}
      {success && <Target {...success} tone="success" />}
    </>
  )
}

interface TargetProps {
  readonly id: string
  readonly tone: 'danger' | 'success'
  readonly message: string
  readonly children?: ReactNode
}

/**
 * Hidden before any style sheet has loaded. Shown if its id is the fragment of the address, or if the server has removed its
 * attributes. Hydration keeps the element.
 */
function Target({ id, tone, message, children }: TargetProps) {
  const isHydrating = useIsHydrating()
  return (
    <div id={id} className={isHydrating ? styles.result : undefined} hidden data-result>
      <Alert tone={tone}>
        {isHydrating ? `${message} ` : null}
        {children}
      </Alert>
    </div>
  )
}

/** The result of a form: one of the two. */
interface Result {
  readonly success?: string
  readonly error?: AccountError
}

/** Calls `onResult` with the result that the fragment of the address names, and removes it from there. */
export function useFragmentResult(
  native: Omit<NativeForm, 'action'> | undefined,
  onResult: (result: Result) => void,
): void {
  const navigate = useNavigate()
  const { hash, pathname, search } = useLocation()
  const show = useEffectEvent(() => {
    const result = native && readResult(native, hash)
    if (!result) return
    onResult(result)
    // A fragment is also kept for the page to which a sign-in leads.
    void navigate(pathname + search, { replace: true, preventScrollReset: true })
  })
  useLayoutEffect(() => {
    if (hash !== '') show()
  }, [hash])
}

/** Reads the result that the fragment `hash` names; null: none. */
function readResult({ problems, success }: Omit<NativeForm, 'action'>, hash: string): Result | null {
  if (success !== undefined && hash === `#${success.id}`) return { success: success.message }
  const code = problems.find((known) => hash === `#${known}`)
  return code === undefined ? null : { error: new AccountError({ code }) }
}
