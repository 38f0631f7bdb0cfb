import { type ReactNode, useEffect } from 'react'

interface PageProps {
  /** The first part of the document's title, and the heading unless there is another. */
  readonly title: string
  readonly heading?: ReactNode
  readonly children: ReactNode
}

/** A page of the console. */
export function Page({ title, heading = title, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Console`
  }, [title])
  return (
    <>
      <h1 tabIndex={-1}>{heading}</h1>
      {children}
    </>
  )
}
