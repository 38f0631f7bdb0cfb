import { FormField } from '@portico/kit/ui/form-field.tsx'
import { SearchField } from '@portico/kit/ui/search-field.tsx'
import type { AuditEvent } from '@portico/protocol/rollout/rollout-api.ts'
import { type EventFilter, toQuery } from './filter-events.ts'
import styles from './log.module.css'

interface LogFilterProps {
  readonly filter: EventFilter
  /** Their remotes, actors and actions can be chosen. */
  readonly events: readonly AuditEvent[]
  readonly onChange: (query: URLSearchParams) => void
}

/** Chooses events by remote, who, what, and text. */
export function LogFilter({ filter, events, onChange }: LogFilterProps) {
  const set = (change: Partial<EventFilter>) => onChange(toQuery({ ...filter, ...change }))
  const choices = [
    { name: 'remote', label: 'Remote', values: events.map(({ remote }) => remote ?? '') },
    { name: 'by', label: 'Who', values: events.map(({ by }) => by) },
    { name: 'what', label: 'What', values: events.map(({ what }) => what) },
  ] as const
  return (
    <div className={styles.filter}>
      {choices.map(({ name, label, values }) => (
        <FormField key={name} label={label}>
          {(control) => (
            <select
              {...control}
              value={filter[name]}
              onChange={({ target }) => set({ [name]: target.value })}
            >
              <option value="">All</option>
              {listValues([...values, filter[name]]).map((value) => (
                <option key={value}>{value}</option>
              ))}
            </select>
          )}
        </FormField>
      ))}
      <SearchField label="Search in events" text={filter.text} onTextChange={(text) => set({ text })} />
    </div>
  )
}

function listValues(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value !== '').sort()
}
