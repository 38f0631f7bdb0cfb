import { useEffect, useState } from 'react'
import { readTemperature } from '../../api.ts'

/** What a city's station measured last, or why there is nothing. */
export function useTemperature(city: string): string {
  const [text, setText] = useState('…')
  useEffect(() => {
    const leaving = new AbortController()
    setText('…')
    readTemperature(city, leaving.signal)
      .then((temperature) => setText(`${temperature} °C`))
      .catch(() => {
        if (!leaving.signal.aborted) setText('the station does not answer')
      })
    return () => leaving.abort()
  }, [city])
  return text
}
