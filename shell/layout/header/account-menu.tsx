import userIcon from '@lucide/icons/icons/user'
import {
  loginPath,
  logoutPath,
  profilePath,
  profileUpdatePath,
  registerPath,
  verifyPath,
} from '@portico/kit/account/account-pages.ts'
import { useSession } from '@portico/kit/contract/contract.ts'
import { NavLink } from '@portico/kit/contract/router.ts'
import { Icon } from '@portico/kit/ui/icon.tsx'
import styles from './account-menu.module.css'
import { useMenu } from './use-menu.ts'

const signedIn = {
  label: 'Profile',
  links: [
    { to: profilePath, label: 'My Profile' },
    { to: profileUpdatePath, label: 'Change Profile' },
    { to: logoutPath, label: 'Logout' },
  ],
}

const signedOut = {
  label: 'Get Start',
  links: [
    { to: loginPath, label: 'Login' },
    { to: registerPath, label: 'Register' },
  ],
}

const unverified = {
  label: 'Profile',
  links: [
    { to: verifyPath, label: 'Verify' },
    { to: logoutPath, label: 'Logout' },
  ],
}

/** The account links for the visitor's state; reserves its space while the state is unknown. */
export function AccountMenu({ path }: { path: string }) {
  const { authenticated } = useSession()
  const { root, button, popover, popoverId, close } = useMenu<HTMLUListElement>(path)
  if (authenticated === undefined) return <div className={styles.placeholder} />
  const { label, links } = authenticated === null ? unverified : authenticated ? signedIn : signedOut
  return (
    <div ref={root} className={styles.menu}>
      <button
        ref={button}
        className={authenticated === false ? styles.start : styles.profile}
        type="button"
        popoverTarget={popoverId}
      >
        {authenticated !== false && <Icon icon={userIcon} className={styles.person} />}
        <span className={styles.label}>{label}</span>
        <svg className={styles.chevron} viewBox="0 0 12 12" aria-hidden="true">
          <path d="m2.5 4.5 3.5 3.5 3.5-3.5" />
        </svg>
      </button>
      <ul ref={popover} id={popoverId} className={styles.list} popover="auto">
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
