/** A city with its forecast. */
interface City {
  readonly slug: string
  readonly name: string
  readonly timeZone: string
  /** °C in each of the 24 hours that follow `issued`. */
  readonly hours: readonly number[]
  /** The average of each month in °C. */
  readonly months: readonly number[]
}

/** When the forecast was made. */
export const issued = '2026-11-27T18:00:00Z'

/** The cities in the order of the pages. */
export const cities: readonly City[] = [
  {
    slug: 'auckland',
    name: 'Auckland',
    timeZone: 'Pacific/Auckland',
    hours: [14, 15, 16, 17, 18, 19, 20, 20, 21, 21, 20, 20, 19, 18, 17, 16, 16, 15, 15, 14, 14, 14, 13, 14],
    months: [20, 20, 19, 16, 14, 12, 11, 11, 13, 14, 16, 18],
  },
  {
    slug: 'lisbon',
    name: 'Lisbon',
    timeZone: 'Europe/Lisbon',
    hours: [15, 15, 14, 14, 13, 13, 13, 12, 12, 12, 11, 11, 11, 11, 12, 13, 14, 15, 16, 17, 17, 17, 16, 16],
    months: [12, 13, 15, 16, 18, 21, 23, 24, 22, 19, 15, 13],
  },
  {
    slug: 'denver',
    name: 'Denver',
    timeZone: 'America/Denver',
    hours: [2, 3, 5, 6, 7, 7, 6, 4, 2, 1, 0, -1, -1, -2, -2, -3, -3, -4, -4, -4, -3, -2, 0, 1],
    months: [0, 1, 5, 9, 14, 20, 24, 23, 18, 11, 4, 0],
  },
]
