import type { AuditEvent } from '@portico/protocol/rollout/rollout-api.ts'

/** What events must have in common; empty: anything. */
export interface EventFilter {
  readonly remote: string
  readonly by: string
  /** The action, such as `rollout.pause`, or its beginning. */
  readonly what: string
  /** A part of anything in the event, in lower or upper case. */
  readonly text: string
}

/** The filter in an address. */
export function readFilter(query: URLSearchParams): EventFilter {
  const read = (name: string) => query.get(name) ?? ''
  return { remote: read('remote'), by: read('by'), what: read('what'), text: read('text') }
}

/** The address of a filter, without what is empty. */
export function toQuery(filter: EventFilter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''))
}

/** The events that a filter lets through. */
export function filterEvents(events: readonly AuditEvent[], filter: EventFilter): AuditEvent[] {
  const { remote, by, what, text } = filter
  const wanted = text.toLowerCase()
  return events.filter(
    (event) =>
      (remote === '' || event.remote === remote) &&
      (by === '' || event.by === by) &&
      event.what.startsWith(what) &&
      (wanted === '' || JSON.stringify(event).toLowerCase().includes(wanted)),
  )
}
