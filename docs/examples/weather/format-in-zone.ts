const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/**
 * `Sat 07:00`: the time of a place, whichever time zone and language the reader has. Only numbers come from `Intl`, because the build and
 * the browsers have different versions of its texts, and hydration needs the same.
 */
export function formatInZone(instant: string | Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(new Date(instant))
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const day = new Date(`${read('year')}-${read('month')}-${read('day')}T00:00Z`).getUTCDay()
  return `${days[day]} ${read('hour')}:${read('minute')}`
}
