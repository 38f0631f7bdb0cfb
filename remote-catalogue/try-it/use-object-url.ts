import { useEffect, useState } from 'react'

/** An address of `body` for as long as it is shown. */
export function useObjectUrl(body: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(body)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [body])
  return url
}
