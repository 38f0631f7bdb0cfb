import { useEffect, useState } from 'react'

/** What a worker says about the trend of temperatures, so that the page stays responsive. */
export function useTrend(hours: readonly number[]): string {
  const [trend, setTrend] = useState('…')
  useEffect(() => {
    setTrend('…')
    const worker = new Worker(new URL('./trend.worker.ts', import.meta.url))
    worker.onmessage = ({ data }: MessageEvent<number>) => setTrend(`${data.toFixed(2)} °C per hour`)
    worker.postMessage(hours)
    return () => worker.terminate()
  }, [hours])
  return trend
}
