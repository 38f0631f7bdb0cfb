/** A release. */
export function ReleasePage() {
  return <h1 tabIndex={-1}>Release</h1>
}
