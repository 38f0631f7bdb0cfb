import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'
import styles from './page.module.css'

interface PageProps {
  /** The first part of the document's title, and the heading unless there is another. */
  readonly title: string
  readonly heading?: ReactNode
  /** Beside the heading. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A page of the console. */
export function Page({ title, heading = title, aside, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Console`
  }, [title])
  const headingElement = useRef<HTMLHeadingElement>(null)
  const isFollowed = useNavigationType() === 'PUSH'
  // Whoever follows a link reads on from the heading.
  useEffect(() => {
    if (isFollowed) headingElement.current?.focus()
  }, [isFollowed])
  return (
    <>
      <div className={styles.top}>
        <h1 ref={headingElement} tabIndex={-1}>
          {heading}
        </h1>
        {aside}
      </div>
      {children}
    </>
  )
}
