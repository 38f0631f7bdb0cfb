/** What visitors get of every app. */
export function OverviewPage() {
  return <h1 tabIndex={-1}>Overview</h1>
}
