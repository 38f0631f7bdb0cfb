/** Which visitor gets which release. */
export function VisitorsPage() {
  return <h1 tabIndex={-1}>Who gets what</h1>
}
