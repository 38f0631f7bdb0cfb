import { Alert } from '@portico/kit/ui/alert.tsx'
import { Button } from '@portico/kit/ui/button.tsx'
import { TextField } from '@portico/kit/ui/text-field.tsx'
import { consolePaths } from '@portico/protocol/console-paths.ts'
import { ConsoleSessionSchema, SignInMethodsSchema } from '@portico/protocol/tokens/console-session.ts'
import { type FormEvent, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { send } from '../app/send.ts'
import { hasSessionEnded, setSession, useSession } from '../app/session-store.ts'
import styles from './sign-in-page.module.css'

/** Signs in with a release token, an account, or the code of a link: `/sign-in#code=…`. */
export function SignInPage() {
  const session = useSession()
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [hasAccounts, setHasAccounts] = useState(false)
  const signIn = async (body: object) => {
    setBusy(true)
    setProblem(null)
    await send({ method: 'POST', path: '/session', body, response: ConsoleSessionSchema }).then(
      setSession,
      ({ message }: Error) => setProblem(message),
    )
    setBusy(false)
  }
  useEffect(() => {
    void send({ path: consolePaths.signInMethods, response: SignInMethodsSchema }).then(
      ({ accounts }) => setHasAccounts(accounts),
      () => setHasAccounts(true), // signing in says what is wrong
    )
  }, [])
  const code = new URLSearchParams(hash.slice(1)).get('code')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code works once
  useEffect(() => {
    if (code === null) return
    navigate({ search }, { replace: true }) // the code doesn't stay in the history
    void signIn({ code })
  }, [code])
  if (session) return <Navigate to={getDestination(parameters.get('next'))} replace />
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>Sign in to the console</h1>
      <Alert tone="info">{hasSessionEnded() && 'Your session has ended. Sign in again to continue.'}</Alert>
      <Alert tone="danger">{problem}</Alert>
      <Form heading="With a release token" isBusy={isBusy} onSubmit={(body) => void signIn(body)}>
        <TextField label="Release token" name="token" type="password" required autoComplete="off" />
      </Form>
      {hasAccounts && (
        <Form
          heading="With an account that has access"
          isBusy={isBusy}
          onSubmit={(body) => void signIn(body)}
        >
          <TextField label="Username" name="username" required autoComplete="username" />
          <TextField
            label="Password"
            name="password"
            type="password"
            required
            autoComplete="current-password"
          />
        </Form>
      )}
    </main>
  )
}

interface FormProps {
  readonly heading: string
  readonly isBusy: boolean
  readonly onSubmit: (body: object) => void
  readonly children: React.ReactNode
}

function Form({ heading, isBusy, onSubmit, children }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isBusy) onSubmit(Object.fromEntries(new FormData(event.currentTarget)))
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-label={heading}>
      <h2 className={styles.heading}>{heading}</h2>
      {children}
      <Button type="submit" busy={isBusy ? 'Signing in …' : null}>
        Sign in
      </Button>
    </form>
  )
}

/** Only a page of the console: a link can't lead elsewhere. */
function getDestination(next: string | null): string {
  return next !== null && /^\/(?![/\\])/.test(next) ? next : '/'
}
