import { useEffect, useState } from 'react'

/** An object URL of `body`, revoked on unmount. */
export function useObjectUrl(body: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(body)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [body])
  return url
}
