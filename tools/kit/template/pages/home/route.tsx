import { Button } from '@portico/kit/ui/button.tsx'
import { PageHeader } from '@portico/kit/ui/page-header.tsx'
import { useState } from 'react'
import styles from './home.module.css'

/** `/weather` */
export function Component() {
  const [count, setCount] = useState(0)
  return (
    <div className={styles.page}>
      <PageHeader kicker="New" title="Weather">
        This page is pages/home/route.tsx.
      </PageHeader>
      <p className={styles.counter}>
        <Button onClick={() => setCount(count + 1)}>Count</Button>
        <output>{count}</output>
      </p>
    </div>
  )
}
