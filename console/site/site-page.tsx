/** Channels and settings. */
export function SitePage() {
  return <h1 tabIndex={-1}>Site</h1>
}
