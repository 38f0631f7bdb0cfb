import { Link } from '@portico/kit/contract/router.ts'
import { Button } from '@portico/kit/ui/button.tsx'
import { PageHeader } from '@portico/kit/ui/page-header.tsx'
import { lazy, Suspense, useState } from 'react'
import { cities, issued } from '../../cities.ts'
import { formatInZone } from '../../format-in-zone.ts'
import { useNow } from '../../use-now.ts'
import styles from '../weather.module.css'

// The picker is larger than the page, and few visitors need it.
const TripPlanner = lazy(() => import('./trip-planner.tsx'))

/** `/weather` */
export function Component() {
  const now = useNow()
  const [isPlanning, setPlanning] = useState(false)
  return (
    <div className={styles.page}>
      <div className={styles.sky}>
        <PageHeader kicker="Forecast" title="Weather">
          Three cities in three time zones.
        </PageHeader>
      </div>
      <ul>
        {cities.map(({ slug, name, timeZone, hours }) => (
          <li key={slug}>
            <Link to={`/weather/${slug}`}>{name}</Link>{' '}
            <span className={styles.figures}>
              {Math.min(...hours)} to {Math.max(...hours)} °C
            </span>
            , forecast of {formatInZone(issued, timeZone)}
            {now !== null && `, now ${formatInZone(now, timeZone)}`}
          </li>
        ))}
      </ul>
      {isPlanning ? (
        <Suspense fallback={<p>Loading the calendar…</p>}>
          <TripPlanner />
        </Suspense>
      ) : (
        <p>
          <Button onClick={() => setPlanning(true)}>Plan a trip</Button>
        </p>
      )}
    </div>
  )
}
