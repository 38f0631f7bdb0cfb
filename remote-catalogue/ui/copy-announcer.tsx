import { copyToClipboard } from '@portico/kit/ui/use-copy-state.ts'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

/** Announces the result of copying `name`, for example `the request for Neon glow`. */
type AnnounceCopy = (name: string, isCopied: boolean) => void

const CopyContext = createContext<AnnounceCopy | null>(null)

/** The one place on a page that tells screen readers what was copied. */
export function CopyAnnouncer({ children }: { readonly children: ReactNode }) {
  const [result, setResult] = useState({ message: '', count: 0 })
  const announce = useCallback<AnnounceCopy>((name, isCopied) => {
    const message = isCopied
      ? `Copied ${name}`
      : `Your browser blocked copying. We selected ${name}: copy it with your keyboard.`
    setResult(({ count }) => ({ message, count: count + 1 }))
  }, [])
  return (
    <CopyContext value={announce}>
      {children}
      <VisuallyHidden role="status">
        {/* A new element each time: the same sentence twice in a row would be announced once. */}
        <span key={result.count}>{result.message}</span>
      </VisuallyHidden>
    </CopyContext>
  )
}

/** How to announce a copy within a `CopyAnnouncer`. */
export function useCopyAnnouncer(): AnnounceCopy {
  const announce = useContext(CopyContext)
  if (announce === null)
    throw new Error('useCopyAnnouncer found no CopyAnnouncer. Wrap the page in <CopyAnnouncer>.')
  return announce
}

/** Copies a text and announces the result. */
export function useCopy(): (text: string, name: string) => Promise<void> {
  const announce = useCopyAnnouncer()
  return async (text, name) => announce(name, await copyToClipboard(text))
}
