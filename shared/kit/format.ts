// One locale and one format for counts, dates and times. British, like the site's texts.
const locale = 'en-GB'
const dateStyle = 'medium'
/** Numbers from here on have a comma. */
const firstGrouped = 1_000

/** `1,066`; at most `maximumFractionDigits` decimal places, 0 if omitted. */
export function formatNumber(value: number, maximumFractionDigits = 0): string {
  // The first use of a locale takes a phone more than 50 ms, and pages start with small counts.
  if (Number.isInteger(value) && Math.abs(value) < firstGrouped) return String(value)
  return value.toLocaleString(locale, { maximumFractionDigits })
}

/** `1 endpoint`, `1,066 endpoints`. Pass `plural` where it is not `singular` and an s. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${pluralize(count, singular, plural)}`
}

/** Only the noun, for a sentence with the count elsewhere. */
export function pluralize(count: number, singular: string, plural = `${singular}s`): string {
  return count === 1 ? singular : plural
}

// By number of digits, because creating one takes forty times as long as using it.
const significantFormats = new Map<number, Intl.NumberFormat>()

/** `12.3`, `0.00123`: as many decimal places as `digits` significant digits need. */
export function formatSignificant(value: number, digits = 3): string {
  let format = significantFormats.get(digits)
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, { maximumSignificantDigits: digits })
    significantFormats.set(digits, format)
  }
  return format.format(value)
}

/** `email, GitHub and Google` */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(locale).format(items)
}

/** The day of an instant (ISO 8601 or milliseconds) in the reader's time zone: `22 Nov 2026` */
export function formatDate(instant: string | number | Date): string {
  return new Date(instant).toLocaleDateString(locale, { dateStyle })
}

/** A date without a time, such as a birth date (`2000-01-31`), which is the same everywhere: `31 Jan 2000` */
export function formatCalendarDate(date: string): string {
  return new Date(date).toLocaleDateString(locale, { dateStyle, timeZone: 'UTC' })
}

/** An instant in the reader's time zone: `22 Nov 2026, 03:54` */
export function formatDateTime(instant: string | number | Date): string {
  return new Date(instant).toLocaleString(locale, { dateStyle, timeStyle: 'short' })
}

/** An instant for a reader whose time zone is unknown: `22 Nov 2026, 03:54 UTC` */
export function formatUtc(instant: string | number | Date): string {
  return `${new Date(instant).toLocaleString(locale, { dateStyle, timeStyle: 'short', timeZone: 'UTC' })} UTC`
}

/** Above this, minutes are easier to read than seconds. */
const maxSeconds = 120

/** A waiting time, rounded up: `1 second`, `90 seconds`, `15 minutes` */
export function formatDuration(seconds: number): string {
  return seconds > maxSeconds
    ? formatCount(Math.ceil(seconds / 60), 'minute')
    : formatCount(Math.ceil(seconds), 'second')
}
