import { formatCount, formatDateTime } from '@portico/kit/format.ts'
import { Section } from '@portico/kit/ui/section.tsx'
import type { ReleaseDetail } from '@portico/protocol/publish/release-detail.ts'
import styles from './release.module.css'

const browserChecks: Readonly<Record<string, string>> = {
  mounted: 'The publisher says that its pages mounted in a browser.',
  skipped: 'The publisher skipped the check in a browser.',
  untold: 'The publisher says nothing about a check in a browser.',
}

/** What speaks for a release: its checks, today and on the publisher's machine, and the site it was promoted from. */
export function ReleaseEvidence({ detail }: { readonly detail: ReleaseDetail }) {
  const { browser, promotedFrom, checks } = detail
  return (
    <Section id="evidence" heading="Evidence">
      <ul className={styles.list}>
        <li>{browserChecks[browser ?? 'untold'] ?? `Check in a browser: ${browser}`}</li>
        {promotedFrom !== null && <li>{describePromotion(promotedFrom)}</li>}
        <li>{describeChecks(checks)}</li>
      </ul>
      {checks !== null && (
        <details open={checks.some(({ isOk }) => !isOk)}>
          <summary>Every check</summary>
          <ul className={styles.list}>
            {checks.map(({ check, isOk, isWarning, message, hint }) => (
              <li key={`${check} ${message}`}>
                <strong>
                  {isOk ? (isWarning ? '! ' : '✓ ') : '✗ '}
                  {check}
                </strong>
                : {message} {hint}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}

function describeChecks(checks: ReleaseDetail['checks']): string {
  if (checks === null) return 'It can’t be checked again: its files are no longer stored.'
  const failed = checks.filter(({ isOk }) => !isOk).length
  const warned = checks.filter(({ isWarning }) => isWarning === true).length
  const warnings = warned === 0 ? '' : `, ${formatCount(warned, 'warning')}`
  return failed === 0
    ? `It passes all ${checks.length} checks today${warnings}.`
    : `It fails ${failed} of ${checks.length} checks today${warnings}.`
}

function describePromotion({ site, stableAt }: NonNullable<ReleaseDetail['promotedFrom']>): string {
  return `Promoted from ${site}, where ${stableAt === null ? 'it hasn’t reached everyone' : `everyone got it on ${formatDateTime(stableAt)}`}.`
}
