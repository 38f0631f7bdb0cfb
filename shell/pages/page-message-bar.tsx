import { useLocation } from '@portico/kit/contract/router.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { pageMessages } from './page-message.ts'
import styles from './page-message-bar.module.css'

/** A message, for example of the page before, such as `You’ve been logged out.`, until the visitor continues. */
export function PageMessageBar() {
  const message = useSyncExternalStore(pageMessages.subscribe, pageMessages.getState, getNone)
  const { pathname } = useLocation()
  useEffect(() => {
    if (message === null) return
    message.shownOn.add(pathname)
    if (message.shownOn.size > message.pages) pageMessages.setState(null, true)
  }, [message, pathname])
  // Always there, or screen readers would not announce the first message.
  return (
    <div role="status" className={message === null ? undefined : styles.bar}>
      {message?.text}
    </div>
  )
}

const getNone = () => null
