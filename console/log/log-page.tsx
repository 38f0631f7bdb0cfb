import { paths } from '@portico/kit/paths.ts'
import { Alert } from '@portico/kit/ui/alert.tsx'
import { Button } from '@portico/kit/ui/button.tsx'
import { Section } from '@portico/kit/ui/section.tsx'
import { type AuditEvent, EventsSchema } from '@portico/protocol/rollout/rollout-api.ts'
import { readEvents } from '@portico/protocol/rollout/verify-log.ts'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Page } from '../app/page.tsx'
import { send } from '../app/send.ts'
import { useResource } from '../app/use-resource.ts'
import { EventTable } from '../ui/event-table.tsx'
import { filterEvents, readFilter } from './filter-events.ts'
import styles from './log.module.css'
import { LogFilter } from './log-filter.tsx'
import { Verification } from './verification.tsx'

const pageSize = 500
// After the newest: it asks for its number alone.
const newest = `${paths.events}?since=999999999999999&limit=1`

/** `/log`: the audit log, newest first, with the filter in the address. */
export function LogPage() {
  const [query, setQuery] = useSearchParams()
  const { data: head, problem } = useResource(newest, EventsSchema)
  const [pages, setPages] = useState(1)
  const first = Math.max(0, (head?.last ?? 0) - pages * pageSize)
  const known = useEvents(first, head?.last ?? 0)
  const filter = readFilter(query)
  const shown = filterEvents(known.events, filter)
  return (
    <Page title="Audit log">
      <div className={styles.page}>
        <div>
          <Alert tone="danger">{problem ?? known.problem}</Alert>
          <Verification />
        </div>
        <Section id="events" heading="Events">
          <LogFilter
            filter={filter}
            events={known.events}
            onChange={(next) => setQuery(next, { replace: true })}
          />
          <EventTable
            caption={`${shown.length} of the newest ${known.events.length} events, newest first`}
            events={shown}
            csv="audit-log"
          />
          {first > 0 && (
            <div>
              <Button tone="secondary" size="small" onClick={() => setPages(pages + 1)}>
                Show {Math.min(pageSize, first)} older events
              </Button>
            </div>
          )}
        </Section>
      </div>
    </Page>
  )
}

/** The events after one, newest first. `last`: the newest; they are fetched again when there is a newer one. */
function useEvents(since: number, last: number) {
  const [known, setKnown] = useState<{ events: readonly AuditEvent[]; problem: string | null }>({
    events: [],
    problem: null,
  })
  useEffect(() => {
    let isCurrent = true
    if (last > 0)
      readEvents(
        (after) => send({ path: `${paths.events}?since=${after}`, response: EventsSchema }),
        since,
      ).then(
        (events) => isCurrent && setKnown({ events: events.toReversed(), problem: null }),
        ({ message }: Error) => isCurrent && setKnown(({ events }) => ({ events, problem: message })),
      )
    return () => {
      isCurrent = false
    }
  }, [since, last])
  return known
}
