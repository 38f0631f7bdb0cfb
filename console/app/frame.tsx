import { Button } from '@portico/kit/ui/button.tsx'
import { Suspense } from 'react'
import { NavLink, Outlet } from 'react-router'
import * as v from 'valibot'
import { formatClock } from '../ui/format-clock.ts'
import styles from './frame.module.css'
import { useLive } from './live-updates.tsx'
import { send } from './send.ts'
import { setSession, useSession } from './session-store.ts'

const pages = [
  { to: '/', name: 'Overview' },
  { to: '/log', name: 'Log' },
  { to: '/visitors', name: 'Who gets what' },
  { to: '/access', name: 'Access' },
  { to: '/site', name: 'Site' },
]

/** What every page has: the header, and a notice while updates don't arrive. */
export function Frame() {
  const { staleSince } = useLive()
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header />
      <div role="status">
        {staleSince !== null && (
          <p className={styles.stale}>
            Live updates stopped at {formatClock(staleSince)}. What you see is from then. Reconnecting …
          </p>
        )}
      </div>
      <main id="main" tabIndex={-1} className={styles.main} data-stale={staleSince !== null || undefined}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
    </>
  )
}

function Header() {
  const session = useSession()
  const signOut = () =>
    send({ method: 'DELETE', path: '/session', response: v.unknown() }).then(
      () => setSession(null),
      () => setSession(null),
    )
  return (
    <header className={styles.header}>
      <span className={styles.site}>
        <a href={session?.site.url}>{session?.site.name}</a> console
      </span>
      <nav aria-label="Console" className={styles.navigation}>
        {pages.map(({ to, name }) => (
          <NavLink key={to} to={to} end={to === '/'}>
            {name}
          </NavLink>
        ))}
      </nav>
      <span className={styles.user}>
        {session?.name}
        <Button size="small" tone="secondary" onClick={() => void signOut()}>
          Sign out
        </Button>
      </span>
    </header>
  )
}
