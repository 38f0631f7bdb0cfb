import { useEffect, useState } from 'react'

/** How long a button shows that it has copied. */
const confirmationMs = 2000

interface CopyState {
  /** Whether the text was copied; null before the first try, and for another text. */
  readonly isCopied: boolean | null
  /** True for a moment after copying. */
  readonly isConfirming: boolean
  readonly copy: () => Promise<boolean>
}

/** Copies `text` to the clipboard and remembers the result. */
export function useCopyState(text: string): CopyState {
  const [result, setResult] = useState<{ readonly text: string; readonly isCopied: boolean } | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  useEffect(() => {
    if (!isConfirming) return
    const timer = setTimeout(() => setConfirming(false), confirmationMs)
    return () => clearTimeout(timer)
  }, [isConfirming])
  const copy = async () => {
    const isCopied = await copyToClipboard(text)
    setResult({ text, isCopied })
    setConfirming(isCopied)
    return isCopied
  }
  return { isCopied: result?.text === text ? result.isCopied : null, isConfirming, copy }
}

/** False where the browser or the visitor refuses, and where there is no clipboard: a page without HTTPS has none. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
