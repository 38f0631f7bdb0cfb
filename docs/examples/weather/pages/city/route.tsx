import { PageNotFound, useHost } from '@portico/kit/contract/contract.ts'
import { Link, useParams } from '@portico/kit/contract/router.ts'
import { PageHeader } from '@portico/kit/ui/page-header.tsx'
import { useEffect } from 'react'
import { cities, issued } from '../../cities.ts'
import { formatInZone } from '../../format-in-zone.ts'
import styles from '../weather.module.css'
import { Chart } from './chart.tsx'
import { StormSignal } from './storm-signal.tsx'
import { useTemperature } from './use-temperature.ts'
import { useTrend } from './use-trend.ts'

/** `/weather/:city` */
export function Component() {
  const { city: slug } = useParams()
  const at = cities.findIndex((city) => city.slug === slug)
  const city = cities[at]
  if (city === undefined) throw new PageNotFound(`There is no forecast for ${slug}.`)
  const next = cities[(at + 1) % cities.length] ?? city
  useArrowKey(`/weather/${next.slug}`)
  const trend = useTrend(city.hours)
  const temperature = useTemperature(city.slug)
  return (
    <div className={styles.page}>
      <PageHeader kicker="Weather" title={city.name}>
        {`The 24 hours from ${formatInZone(issued, city.timeZone)}.`}
      </PageHeader>
      <Chart hours={city.hours} />
      <p className={styles.figures}>Measured: {temperature}</p>
      <p className={styles.figures}>Trend: {trend}</p>
      <StormSignal />
      <p>
        <Link to={`/weather/${next.slug}`}>{next.name}</Link> (right arrow key)
      </p>
    </div>
  )
}

/** Opens an address with the right arrow key. */
function useArrowKey(address: string): void {
  const { navigate } = useHost()
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowRight') navigate(address)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [navigate, address])
}
