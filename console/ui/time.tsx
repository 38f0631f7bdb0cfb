import { formatDateTime } from '@portico/kit/format.ts'
import { useNow } from './use-now.ts'

/** An instant as a distance from now, such as `3 minutes ago`; the exact time is in the title. */
export function Time({ at }: { readonly at: number }) {
  const now = useNow()
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
      {formatRelative(at, now)}
    </time>
  )
}

const steps = [
  { unit: 'second', ms: 1_000, below: 60_000 },
  { unit: 'minute', ms: 60_000, below: 3_600_000 },
  { unit: 'hour', ms: 3_600_000, below: 48 * 3_600_000 },
  { unit: 'day', ms: 24 * 3_600_000, below: Number.POSITIVE_INFINITY },
] as const

const format = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

/** `3 minutes ago`, `in 20 minutes`, `yesterday`; both in ms since 1970. */
export function formatRelative(at: number, now: number): string {
  const distance = at - now
  const { unit, ms } = steps.find(({ below }) => Math.abs(distance) < below) ?? steps[3]
  return format.format(Math.trunc(distance / ms), unit)
}
