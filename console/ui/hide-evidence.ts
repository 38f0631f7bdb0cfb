/** The site's reason for a pause or a rollback without its e-value, which is one click away. */
export function hideEvidence(reason: string): string {
  return reason.replace(/ \(e-value [^)]*\)/, '')
}
