import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

/** Copies a text and says so; `name` is what was copied, for example `the request of Neon glow`. */
export type Copy = (text: string, name: string) => Promise<boolean>

const CopyContext = createContext<Copy | null>(null)

/** Holds the one place of a page where copying is announced to screen readers. */
export function CopyAnnouncer({ children }: { readonly children: ReactNode }) {
  const [message, setMessage] = useState('')
  const copy = useCallback<Copy>(async (text, name) => {
    // Emptied first: the same sentence twice in a row is otherwise announced once.
    setMessage('')
    const isCopied = await writeClipboard(text)
    setMessage(
      isCopied
        ? `Copied ${name}`
        : `The browser refused to copy ${name}. It is selected: copy it by keyboard.`,
    )
    return isCopied
  }, [])
  return (
    <CopyContext value={copy}>
      {children}
      <VisuallyHidden role="status">{message}</VisuallyHidden>
    </CopyContext>
  )
}

/** How to copy within a `Copying`. */
export function useCopy(): Copy {
  const copy = useContext(CopyContext)
  if (copy === null) throw new Error('useCopy found no Copying; wrap the page in <Copying>.')
  return copy
}

// Absent outside a secure context, refused where a policy or the visitor says so: both are an answer, not a fault.
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
