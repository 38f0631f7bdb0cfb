import { type ReactNode, useEffect } from 'react'

interface PageProps {
  /** The heading, and the first part of the document's title. */
  readonly title: string
  readonly children: ReactNode
}

/** A page of the console. */
export function Page({ title, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Console`
  }, [title])
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </>
  )
}
