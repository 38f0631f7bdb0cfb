import type { Session } from '@portico/shared/contract/contract.ts'
import { NavLink } from '@portico/shared/contract/router.ts'
import styles from './account-menu.module.css'
import { useDisclosure } from './use-disclosure.ts'

const signedIn = {
  label: 'Profile',
  links: [
    { to: '/profile', label: 'My Profile' },
    { to: '/profile/update', label: 'Change Profile' },
    { to: '/logout', label: 'Logout' },
  ],
}

const signedOut = {
  label: 'Get Start',
  links: [
    { to: '/auth/login', label: 'Login' },
    { to: '/auth/register', label: 'Register' },
  ],
}

const unverified = {
  label: 'Profile',
  links: [
    { to: '/profile/verify', label: 'Verify' },
    { to: '/logout', label: 'Logout' },
  ],
}

/** What a visitor can do about their account; keeps its place while the visitor's state is not known. */
export function AccountMenu({ authenticated, path }: Pick<Session, 'authenticated'> & { path: string }) {
  const { isOpen, toggle, close, root, button, panelId } = useDisclosure(path)
  if (authenticated === undefined) return <div className={styles.place} />
  const { label, links } = authenticated === null ? unverified : authenticated ? signedIn : signedOut
  return (
    <div ref={root} className={styles.menu}>
      <button
        ref={button}
        className={authenticated === false ? styles.start : styles.profile}
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={toggle}
      >
        {label}
        <svg className={styles.chevron} viewBox="0 0 12 12" aria-hidden="true">
          <path d="m2.5 4.5 3.5 3.5 3.5-3.5" />
        </svg>
      </button>
      <ul id={panelId} className={styles.list} hidden={!isOpen}>
        {links.map(({ to, label }) => (
          <li key={to}>
            <NavLink className={styles.link ?? ''} to={to} end onClick={close}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
