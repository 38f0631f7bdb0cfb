/** Tokens and grants. */
export function AccessPage() {
  return <h1 tabIndex={-1}>Access</h1>
}
