import { useEffect, useState } from 'react'

/** An object URL of `body`, revoked on unmount. */
export function useObjectUrl(body: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const created = URL.createObjectURL(body)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [body])
  return url
}
