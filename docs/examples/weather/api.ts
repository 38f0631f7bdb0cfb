/** The team's own API: the site's operator approves it once. */
export const api = 'https://api.weather.example'

/** Returns the temperature that a city's station measured last, in °C. */
export async function readTemperature(city: string, signal: AbortSignal): Promise<number> {
  const response = await fetch(`${api}/stations/${city}`, { signal })
  const { temperature } = await response.json()
  if (typeof temperature !== 'number') throw new Error(`The station of ${city} sent no temperature.`)
  return temperature
}
