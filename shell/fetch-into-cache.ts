/** Fetches a file into the browser's cache, with a low priority. Rejects if it doesn't arrive whole. */
export async function fetchIntoCache(fetch: typeof globalThis.fetch, file: string): Promise<Response> {
  const response = await fetch(file, { priority: 'low' })
  await response.arrayBuffer() // only a response that is read to its end is cached
  return response
}
