/** Whether a text has valid percent-encoding, so that `decodeURIComponent` doesn't throw. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false // a URIError without details
  }
}
